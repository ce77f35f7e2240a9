"""The build hook makes the browser bundle when it has to, and never loses a good one."""

import json
from pathlib import Path

import pytest

import hatch_build
from hatch_build import Assets, AssetsError

BUILD_SCRIPT = """
import { writeFileSync, readFileSync } from "node:fs";
const out = process.argv[2];
writeFileSync(`${out}/editor-1.js`, readFileSync("src/editor.js"));
writeFileSync(`${out}/manifest.json`, JSON.stringify({ "editor.js": "editor-1.js" }));
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose front end needs no package from elsewhere."""
    monkeypatch.delenv("RIGHTSHAPE_ASSETS", raising=False)
    frontend = tmp_path / "frontend"
    (frontend / "src").mkdir(parents=True)
    (frontend / "src" / "editor.js").write_text("export {};\n")
    (frontend / "build.mjs").write_text(BUILD_SCRIPT)
    package = {"name": "sample", "version": "1.0.0"}
    (frontend / "package.json").write_text(json.dumps(package))
    lock = {**package, "lockfileVersion": 3, "requires": True, "packages": {"": package}}
    (frontend / "package-lock.json").write_text(json.dumps(lock))
    return tmp_path


def with_bundle(checkout: Path) -> Assets:
    assets = Assets(checkout)
    assets.bundle.mkdir(parents=True)
    (assets.bundle / "manifest.json").write_text("{}")
    (assets.bundle / ".stamp").write_text(assets.input_hash())
    return assets


def test_bundle_of_the_present_inputs_is_fresh(checkout: Path) -> None:
    assert with_bundle(checkout).is_fresh()


@pytest.mark.parametrize(
    "changed", ["src/editor.js", "src/new.js", "build.mjs", "package-lock.json", ".npmrc"]
)
def test_changed_input_makes_the_bundle_stale(checkout: Path, changed: str) -> None:
    assets = with_bundle(checkout)
    (checkout / "frontend" / changed).write_text("changed")
    assert not assets.is_fresh()


def test_without_node_the_bundle_in_place_stays(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets = with_bundle(checkout)
    (checkout / "frontend" / "src" / "editor.js").write_text("changed")
    monkeypatch.setattr(hatch_build, "machine_npm", lambda: None)
    monkeypatch.setattr(hatch_build, "wheel_npm", lambda: None)
    with pytest.raises(AssetsError, match="no Node 20 or newer"):
        assets.build()
    assert (assets.bundle / "manifest.json").read_text() == "{}"


def test_unknown_mode_is_refused(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIGHTSHAPE_ASSETS", "sometimes")
    with pytest.raises(AssetsError, match="must be one of auto, require, skip"):
        Assets(checkout)


@pytest.mark.skipif(hatch_build.machine_npm() is None, reason="no Node 20 or newer on this machine")
class TestWithNode:
    def test_bundle_is_swapped_in_whole(self, checkout: Path) -> None:
        assets = with_bundle(checkout)
        (assets.bundle / "old.js").touch()
        (checkout / "frontend" / "src" / "editor.js").write_text("changed")
        assets.build()
        assert assets.is_fresh()
        names = sorted(path.name for path in assets.bundle.iterdir())
        assert names == [".stamp", "editor-1.js", "manifest.json"]
        assert [path.name for path in assets.bundle.parent.iterdir()] == ["dist"]

    def test_failed_build_keeps_the_bundle_in_place(self, checkout: Path) -> None:
        assets = with_bundle(checkout)
        (checkout / "frontend" / "build.mjs").write_text("process.exit(3)")
        with pytest.raises(AssetsError, match=r"build\.mjs"):
            assets.build()
        assert (assets.bundle / "manifest.json").read_text() == "{}"
