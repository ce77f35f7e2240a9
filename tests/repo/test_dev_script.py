"""`./dev` says what is missing in plain words and knows when there is nothing to do."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.checkout import ROOT


def load_dev() -> ModuleType:
    loader = SourceFileLoader("dev_script", str(ROOT / "dev"))
    spec = importlib.util.spec_from_loader("dev_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, at work in an empty checkout."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    module = load_dev()
    paths = {"VENV": ".venv", "BIN": ".venv/bin", "LOCK": "requirements.lock", "STAMP": ".venv/.stamp"}
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "UNFINISHED", tmp_path / ".venv" / ".unfinished")
    for name, path in paths.items():
        monkeypatch.setattr(module, name, tmp_path / path)
    return module


def run_dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", str(ROOT / "dev"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class TestCommandLine:
    def test_help_names_every_command(self, dev: ModuleType) -> None:
        told = run_dev("help")
        assert told.returncode == 0
        listed = {line.split()[0] for line in told.stdout.splitlines()[2:]}
        assert listed == {*dev.COMMANDS, "help"}

    def test_unknown_command_is_wrong_usage(self) -> None:
        told = run_dev("sevre")
        assert told.returncode == 2
        assert "there is no command 'sevre'" in told.stderr

    def test_arguments_that_a_command_does_not_take_are_wrong_usage(self) -> None:
        told = run_dev("check", "everything")
        assert told.returncode == 2
        assert "takes no arguments" in told.stderr


class TestSetUp:
    def test_missing_venv_module_names_the_debian_package(
        self, dev: ModuleType, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(dev.SetupError, match="apt install python3-venv"):
            dev.make_venv()

    def test_old_python_is_named(self, dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
        monkeypatch.setattr(dev.shutil, "which", lambda name: None)
        with pytest.raises(dev.SetupError, match=r"3\.11 or newer is needed; this is 3\.9\.2"):
            dev.refuse_unfit_machine()

    def test_stamp_of_the_present_state_means_nothing_to_do(self, dev: ModuleType) -> None:
        (dev.BIN).mkdir(parents=True)
        (dev.BIN / "python").touch()
        dev.STAMP.write_text(dev.fingerprint())
        assert dev.is_set_up(with_bundle=False)

    @pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock", "frontend/src/editor.js"])
    def test_changed_input_means_set_up_again(self, dev: ModuleType, name: str) -> None:
        (dev.BIN).mkdir(parents=True)
        (dev.BIN / "python").touch()
        dev.STAMP.write_text(dev.fingerprint())
        (dev.ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (dev.ROOT / name).write_text("changed")
        assert not dev.is_set_up(with_bundle=False)

    def test_killed_set_up_is_not_trusted(self, dev: ModuleType) -> None:
        (dev.BIN).mkdir(parents=True)
        (dev.BIN / "python").symlink_to(sys.executable)
        dev.UNFINISHED.touch()
        assert not dev.venv_is_sound()

    def test_failing_command_is_told_with_its_last_lines(self, dev: ModuleType) -> None:
        command = [sys.executable, "-c", "raise SystemExit('no route to host')"]
        with pytest.raises(dev.SetupError, match=r"Not installed\.(?s:.*)no route to host"):
            dev.run(command, "Not installed.")
