"""What the outer ring is asked for, and why a host may have none; that it holds is tried elsewhere."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from sandbox import ring, ring_stage
from sandbox.jail import namespaces, syscalls
from sandbox.ring import Ring


def program(folder: Path, text: str) -> str:
    path = folder / "bwrap"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


class TestFinding:
    def test_none_is_installed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "which", lambda name, path: None)
        assert ring.find(tmp_path) == "bubblewrap is not installed"

    @pytest.mark.parametrize("told", ["bubblewrap 0.7.2", "bubblewrap", "", "bubblewrap devel"])
    def test_too_old_or_unknown(self, tmp_path: Path, told: str) -> None:
        assert "is too old" in str(ring.find(tmp_path, program(tmp_path, f"echo {told}")))

    def test_it_does_not_run(self, tmp_path: Path) -> None:
        assert "does not run" in str(ring.find(tmp_path, str(tmp_path)))

    def test_the_inner_ring_does_not_fit(self, tmp_path: Path) -> None:
        tmp_path.chmod(0o755)
        text = 'test "$1" = --version && echo bubblewrap 0.8.0 || { echo no permission >&2; exit 1; }'
        path = program(tmp_path, text)
        found = ring._try(Ring(path, "0.8.0"), tmp_path)
        assert isinstance(found, str)
        assert "cannot hold the inner ring" in str(ring.find(tmp_path, path))

    def test_a_trial_without_an_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def hang(*_: object, **__: object) -> None:
            raise subprocess.TimeoutExpired("bwrap", 20)

        monkeypatch.setattr(subprocess, "run", hang)
        assert "timed out" in str(ring._try(Ring("/usr/bin/bwrap", "0.8.0"), tmp_path))


class TestCommand:
    def test_the_stage_is_told_what_to_become_and_what_to_run(self) -> None:
        command = Ring("/usr/bin/bwrap", "0.8.0").command(["zygote", "", "4", "5"])
        assert command[-6:] == ["/usr/bin/bwrap", "launch", "zygote", "", "4", "5"]
        assert "sandbox.ring_stage" in command[-7]

    def test_the_ring_keeps_nothing(self) -> None:
        options = ring_stage.options("/mnt")
        for wanted in ("--unshare-all", "--unshare-user", "--new-session", "--clearenv"):
            assert wanted in options
        assert options[options.index("--cap-drop") + 1] == "ALL"
        assert options[options.index("--remount-ro") + 1] == "/"
        assert "--disable-userns" not in options
        assert not {"--proc", "--dev", "--bind", "--dev-bind", "--share-net"} & set(options)
        assert [options[at + 1 : at + 3] for at, word in enumerate(options) if word == "--ro-bind"] == [
            ["/mnt", "/image"]
        ]

    def test_the_launcher_is_the_image_s_own(self) -> None:
        command = ring_stage.inner(ring_stage.LAUNCH, ["child", "", "4"])
        assert command[:2] == ["--", "/image/root/python/bin/python3"]
        assert "/image/root/runner" in command[-4]
        assert command[-3:] == ["child", "", "4"]


class TestStage:
    @pytest.fixture
    def told(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
        calls: list[tuple[object, ...]] = []
        monkeypatch.setattr(namespaces, "become_nobody", lambda: calls.append(("nobody",)))
        monkeypatch.setattr(
            namespaces, "map_user", lambda uid, gid, own_proc: calls.append(("map", uid, gid))
        )
        monkeypatch.setattr(syscalls, "unshare", lambda flags: calls.append(("unshare", flags)))
        monkeypatch.setattr(syscalls, "mount", lambda *args: calls.append(("mount", *args)))
        monkeypatch.setattr(os, "chdir", lambda path: calls.append(("chdir", path)))
        return calls

    @pytest.mark.parametrize(("uid", "begins"), [(0, [("nobody",)]), (1000, [])])
    def test_nobody_then_own_mounts_then_the_image(
        self, told: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch, uid: int, begins: list[object]
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: uid)
        monkeypatch.setattr(os, "getegid", lambda: uid)
        place = ring_stage.show_image()
        assert told == [
            *begins,
            ("unshare", 0x1002_0000),
            ("map", uid, uid),
            ("mount", "none", "/", 0x4_4000),
            ("mount", ".", place, 0x1000),
            ("chdir", "/"),
        ]

    def test_a_host_without_the_usual_folders(
        self, told: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Path, "is_dir", lambda path: False)
        assert ring_stage.show_image() == "/tmp"

    def test_it_becomes_bubblewrap(self, monkeypatch: pytest.MonkeyPatch) -> None:
        became: list[tuple[str, list[str], dict[str, str]]] = []

        def become(path: str, arguments: list[str], environment: dict[str, str]) -> NoReturn:
            became.append((path, arguments, environment))
            raise SystemExit

        monkeypatch.setattr(ring_stage, "show_image", lambda: "/mnt")
        monkeypatch.setattr(os, "execve", become)
        monkeypatch.setattr(sys, "argv", ["-c", "/usr/bin/bwrap", "launch", "child", "", "4"])
        with pytest.raises(SystemExit):
            ring_stage.main()
        path, arguments, environment = became[0]
        assert (path, arguments[0], environment) == ("/usr/bin/bwrap", "/usr/bin/bwrap", {})
        assert arguments[-3:] == ["child", "", "4"]

    def test_a_host_that_refuses_is_told_in_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse() -> str:
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(ring_stage, "show_image", refuse)
        monkeypatch.setattr(sys, "argv", ["-c", "/usr/bin/bwrap", "trial", "4"])
        with pytest.raises(SystemExit, match=r"cannot be shown to bubblewrap.*not permitted"):
            ring_stage.main()
