"""Landlock's rules on this kernel, seen from a process of its own, and on kernels that lack some."""

import errno
import os
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import interpreter
from sandbox.jail import landlock, syscalls

ROOT = Path(__file__).resolve().parents[3]
TRIAL = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
from sandbox.jail import landlock, seccomp
inside, outside = sys.argv[1:]
def tried(name, action):
    try:
        action()
    except OSError as error:
        print(name, error.errno)
    else:
        print(name, "done")
def attempts(when):
    tried(when + " read inside", lambda: open(inside + "/file").close())
    tried(when + " list inside", lambda: os.listdir(inside))
    tried(when + " read outside", lambda: open(outside).close())
    tried(when + " write inside", lambda: open(inside + "/file", "a").close())
    tried(when + " signal", lambda: os.kill(os.getppid(), 0))
    tried(when + " connect", lambda: connect())
def connect():
    import socket
    with socket.socket() as one:
        try:
            one.connect(("127.0.0.1", 9))
        except ConnectionRefusedError:
            pass
attempts("before")
rules = landlock.make_ruleset(inside)
print("inherited", os.get_inheritable(rules))
seccomp.forbid_new_privileges()
landlock.restrict(rules)
attempts("after")
"""


@pytest.fixture
def attempts(tmp_path: Path) -> dict[str, str]:
    """What a process could do before and after it bound itself to a folder."""
    if landlock.abi() == 0:
        pytest.skip("this kernel has no Landlock")
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    for path in (inside / "file", outside):
        path.touch()
    done = subprocess.run(
        [*interpreter.command(TRIAL), str(inside), str(outside)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in done.stdout.splitlines()}


class TestOnThisKernel:
    def test_everything_works_before(self, attempts: dict[str, str]) -> None:
        assert {said for name, said in attempts.items() if name.startswith("before")} == {"done"}

    def test_reading_below_the_root_goes_on_and_nothing_else(self, attempts: dict[str, str]) -> None:
        assert (attempts["after read inside"], attempts["after list inside"]) == ("done", "done")
        assert attempts["after read outside"] == str(errno.EACCES)
        assert attempts["after write inside"] == str(errno.EACCES)
        assert attempts["inherited"] == "False"

    def test_tcp(self, attempts: dict[str, str]) -> None:
        if landlock.abi() < 4:
            pytest.skip("this kernel's Landlock knows no TCP (ABI 4)")
        assert attempts["after connect"] == str(errno.EACCES)

    def test_signals(self, attempts: dict[str, str]) -> None:
        if landlock.abi() < landlock.STRONG_ABI:
            pytest.skip("this kernel's Landlock knows no signals (ABI 6)")
        assert attempts["after signal"] == str(errno.EPERM)


def refusing(code: int) -> Callable[..., int]:
    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    return refuse


class TestOtherKernels:
    @pytest.mark.parametrize("code", [errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM])
    def test_without_landlock(self, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
        monkeypatch.setattr(syscalls, "landlock_create_ruleset", refusing(code))
        assert landlock.abi() == 0
        assert landlock.make_ruleset() is None

    def test_another_fault_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(syscalls, "landlock_create_ruleset", refusing(errno.EFAULT))
        with pytest.raises(OSError, match="Bad address"):
            landlock.abi()

    @pytest.mark.parametrize(
        ("abi", "files", "network", "scopes"),
        [
            (1, 13, 0, 0),
            (2, 14, 0, 0),
            (3, 15, 0, 0),
            (4, 15, 3, 0),
            (5, 16, 3, 0),
            (6, 16, 3, 3),
            (9, 16, 3, 3),
        ],
    )
    def test_only_what_the_kernel_knows_is_asked_for(
        self, monkeypatch: pytest.MonkeyPatch, abi: int, files: int, network: int, scopes: int
    ) -> None:
        asked: list[bytes] = []

        def create(attributes: bytes, flags: int) -> int:
            if flags:
                return abi
            asked.append(attributes)
            return os.open("/", os.O_PATH)

        monkeypatch.setattr(syscalls, "landlock_create_ruleset", create)
        monkeypatch.setattr(syscalls, "landlock_add_rule", lambda *_: None)
        ruleset = landlock.make_ruleset()
        assert ruleset is not None
        os.close(ruleset)
        assert struct.unpack("=QQQ", asked[0]) == ((1 << files) - 1, network, scopes)

    def test_nothing_stays_open_when_a_rule_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened = os.open("/", os.O_PATH)
        monkeypatch.setattr(landlock, "abi", lambda: 6)
        monkeypatch.setattr(syscalls, "landlock_create_ruleset", lambda *_: opened)
        monkeypatch.setattr(syscalls, "landlock_add_rule", refusing(errno.EINVAL))
        with pytest.raises(OSError, match="Invalid argument"):
            landlock.make_ruleset()
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(opened)
