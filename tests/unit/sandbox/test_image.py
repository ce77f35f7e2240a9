"""The root image: named by what it holds, built whole or not at all."""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import image
from sandbox.errors import ImageFailed

BUILD = """
import sys
from pathlib import Path
from sandbox import image
print(image.ensure(Path(sys.argv[1])))
"""


class TestDigest:
    def test_is_stable_and_follows_every_part(self, tmp_path: Path) -> None:
        parts = image.find_parts()
        same = image.digest(parts)
        assert image.digest(parts) == same
        other = tmp_path / "python3"
        shutil.copy(parts.python, other)
        assert image.digest(replace(parts, python=other)) != same
        assert image.digest(replace(parts, numpy_version="0")) != same


class TestDefaultFolder:
    def test_follows_the_cache_convention(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert image.default_images_dir() == tmp_path / "rightshape" / "images"
        monkeypatch.delenv("XDG_CACHE_HOME")
        assert image.default_images_dir() == Path.home() / ".cache" / "rightshape" / "images"


class TestFailures:
    def test_no_numpy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sandbox.image.util.find_spec", lambda name: None)
        with pytest.raises(ImageFailed, match="NumPy is not installed"):
            image.find_parts()

    def test_no_ldd(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "which", lambda name: None)
        with pytest.raises(ImageFailed, match="apt install libc-bin"):
            image._needed([Path(sys.executable)])

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        blocked = tmp_path / "file"
        blocked.write_text("")
        with pytest.raises(ImageFailed, match="cannot be built"):
            image.ensure(blocked)


class TestClearing:
    def test_only_old_images_that_nobody_holds(self, tmp_path: Path) -> None:
        new, old, held, kept = (tmp_path / name for name in ("aa", "bb", "cc", "dd"))
        for folder in (new, old, held, kept, tmp_path / ".building-1"):
            folder.mkdir()
        for folder in (old, held, kept):
            os.utime(folder, (0, 0))
        fd = image.hold(held)
        image._clear(tmp_path, keep=kept)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["aa", "cc", "dd"]
        os.close(fd)
        image._clear(tmp_path, keep=kept)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["aa", "dd"]


class TestBuilding:
    def test_whole_or_not_at_all(self, tmp_path: Path) -> None:
        """A build that is killed leaves nothing in use; two at once make one image; it is readable."""
        environment = {**os.environ, "PYTHONPATH": str(Path(image.__file__).parents[1])}
        command = [sys.executable, "-c", BUILD, str(tmp_path)]
        killed = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        while not list(tmp_path.glob(".building-*/root/python/bin/python3")):
            assert killed.poll() is None
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        name = image.digest(image.find_parts())
        assert not (tmp_path / name).exists()

        racing = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert image.ensure(tmp_path) == tmp_path / name
        assert racing.communicate()[0].strip() == str(tmp_path / name)
        assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", name]
        self._is_neutral_and_open(tmp_path / name / "root")

    def _is_neutral_and_open(self, root: Path) -> None:
        assert {path.name for path in root.iterdir()} <= {"lib", "lib64", "packages", "python", "runner"}
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        library = root / "python" / sys.platlibdir / version
        for absent in ("site-packages", "dist-packages", "test"):
            assert not (library / absent).exists()
        assert (root / "packages/numpy/__pycache__").is_dir()
        if sys.base_prefix not in ("/usr", "/usr/local"):
            (config,) = library.glob("_sysconfigdata*.py")
            assert sys.base_prefix not in config.read_text(encoding="utf-8")
        for path in root.rglob("*"):
            if not path.is_symlink():
                mode = path.stat().st_mode
                assert mode & 0o022 == 0, path
                assert mode & 0o004, path
