"""Namespaces: own users, processes, network, mounts, ipc, host name and control groups."""

import os
from typing import Final

from sandbox.jail import syscalls

FLAGS: Final = {
    "user": 0x1000_0000,
    "pid": 0x2000_0000,
    "net": 0x4000_0000,
    "mount": 0x0002_0000,
    "ipc": 0x0800_0000,
    "uts": 0x0400_0000,
    "cgroup": 0x0200_0000,
}
NOBODY: Final = 65534
HOST_NAME: Final = "sandbox"


def open_own_proc(proc: int) -> int:
    """Open this process's folder below `proc`, an open /proc.

    For `map_user`: a process that gives up root may not find its way there any more.
    """
    return os.open("self", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=proc)


def become_nobody() -> None:
    """Give up root for good, and let this process's folder in /proc belong to nobody too."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)


def map_user(uid: int, gid: int, *, own_proc: int) -> None:
    """Show `uid` and `gid`, who entered a new user namespace, inside of it as nobody, and no one else.

    The process must be dumpable. `own_proc` comes from `open_own_proc`.
    """
    _write(own_proc, "setgroups", "deny")
    _write(own_proc, "uid_map", f"{NOBODY} {uid} 1")
    _write(own_proc, "gid_map", f"{NOBODY} {gid} 1")


def _write(directory: int, name: str, text: str) -> None:
    fd = os.open(name, os.O_WRONLY | os.O_CLOEXEC, dir_fd=directory)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
