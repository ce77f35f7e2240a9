"""The wheel and the source archive carry everything that the service needs."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.checkout import ROOT, own_files, relative

SHIPPED = {"app", "sandbox", "katas"}


def build(target: str, folder: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)],
        cwd=ROOT,
        env={**os.environ, "RIGHTSHAPE_ASSETS": "skip"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.iterdir())


@pytest.fixture
def expected() -> set[str]:
    """Every file of our own that is needed where the service runs."""
    return {
        relative(path) for path in own_files() if relative(path).startswith(("app/", "sandbox/", "katas/"))
    }


def test_wheel_holds_code_templates_migrations_and_katas(tmp_path: Path, expected: set[str]) -> None:
    with zipfile.ZipFile(build("wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())
    assert expected - names == set()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == SHIPPED
    assert not any("__pycache__" in name for name in names)


def test_source_archive_can_build_the_wheel(tmp_path: Path, expected: set[str]) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert expected - names == set()
    assert {"hatch_build.py", "pyproject.toml", "frontend/package-lock.json", "LICENSE"} <= names
    assert not any(name.startswith(("frontend/node_modules", ".venv", "data")) for name in names)
