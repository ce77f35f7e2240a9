"""What a host must have for some attacks and controls, each with the reason that a skip says out loud."""

import os
import platform
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest

from sandbox.jail import landlock


def _cgroup_controllers() -> bool:
    """Tell whether memory and process counts can be bound by control groups here."""
    v1 = all(os.access(f"/sys/fs/cgroup/{kind}/cgroup.procs", os.W_OK) for kind in ("memory", "pids"))
    controllers = Path("/sys/fs/cgroup/cgroup.controllers")
    v2 = controllers.is_file() and {"memory", "pids"} <= set(controllers.read_text(encoding="ascii").split())
    return v1 or (v2 and os.access("/sys/fs/cgroup/cgroup.procs", os.W_OK))


NEEDS: Final[dict[str, tuple[Callable[[], bool], str]]] = {
    "root": (lambda: os.geteuid() == 0, "the tests run as an ordinary user"),
    "x86_64": (lambda: platform.machine() == "x86_64", "system call numbers and machine code of x86_64"),
    "landlock": (lambda: landlock.abi() >= 1, "this kernel has no Landlock"),
    "landlock scope": (lambda: landlock.abi() >= 6, "Landlock cannot scope signals on this kernel"),
    "cgroup": (_cgroup_controllers, "this host lets us bind no memory controller of control groups"),
    "io_uring": (
        lambda: _sysctl("kernel/io_uring_disabled", "2") != "2",
        "io_uring is off on this host for everyone",
    ),
    "core files": (
        lambda: _sysctl("kernel/core_pattern", "|")[:1] not in ("|", "/"),
        "this host gives core files to a program or lays them elsewhere",
    ),
    "shared memory folder": (
        lambda: Path("/dev/shm").is_dir() and bool(Path("/dev/shm").stat().st_mode & stat.S_IWOTH),
        "on this host not everyone may write to /dev/shm",
    ),
    "host name": (lambda: os.uname().nodename != "sandbox", "this host has the name that children are given"),
    "vsock": (lambda: Path("/proc/sys/net/vsock").exists() or Path("/dev/vsock").exists(), "no AF_VSOCK"),
}


def _sysctl(name: str, otherwise: str) -> str:
    path = Path("/proc/sys") / name
    return path.read_text(encoding="ascii").strip() if path.exists() else otherwise


def require(names: Iterable[str]) -> None:
    """Skip the test, saying why, where the host lacks something."""
    for name in names:
        holds, reason = NEEDS[name]
        if not holds():
            pytest.skip(reason)
