"""Namespaces: own users, processes, network, mounts, ipc, host name and control groups."""

from pathlib import Path
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


def enter(uid: int, gid: int) -> None:
    """Enter new namespaces of every kind, with `uid` and `gid` shown inside as nobody.

    The calling process stays in its pid namespace; its next child is the first of the new one.
    It must have one thread and be dumpable.
    """
    syscalls.unshare(sum(FLAGS.values()))
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {uid} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} {gid} 1", encoding="ascii")
    syscalls.sethostname(HOST_NAME)
