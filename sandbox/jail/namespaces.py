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


def open_own_proc() -> int:
    """Open /proc/self, for `enter`: a process that gives up root may not find its way there any more."""
    return os.open("/proc/self", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def enter(uid: int, gid: int, *, own_proc: int) -> None:
    """Enter new namespaces of every kind, with `uid` and `gid` shown inside as nobody.

    The calling process stays in its pid namespace; its next child is the first of the new one.
    It must have one thread and be dumpable. `own_proc` comes from `open_own_proc`.
    """
    syscalls.unshare(sum(FLAGS.values()))
    _write(own_proc, "setgroups", "deny")
    _write(own_proc, "uid_map", f"{NOBODY} {uid} 1")
    _write(own_proc, "gid_map", f"{NOBODY} {gid} 1")
    syscalls.sethostname(HOST_NAME)


def _write(directory: int, name: str, text: str) -> None:
    fd = os.open(name, os.O_WRONLY | os.O_CLOEXEC, dir_fd=directory)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
