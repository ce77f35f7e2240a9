"""The inner ring that a launcher enters: own namespaces, and a root that holds the image alone.

Imports the standard library and `sandbox.jail` only.
"""

import os

from sandbox.jail import limits, namespaces, root, syscalls
from sandbox.jail.walls import Wall, Walls

OUTER_KINDS = ("user", "pid", "net", "mount", "ipc", "uts", "cgroup")


def enter(walls: Walls, proc: int) -> None:
    """Enter the ring; the next child of this process is the first one inside of it.

    The process has one thread and an open /proc at `proc`, and stands in the image's folder.
    """
    walls.step = "proc"
    own_proc = namespaces.open_own_proc(proc)
    limits.go_first_when_memory_is_short(own_proc)
    is_root = os.geteuid() == 0
    walls.step = "user"
    if is_root and walls.include(Wall.USER):
        namespaces.become_nobody()
    uid, gid = os.geteuid(), os.getegid()
    walls.step = "namespaces"
    syscalls.unshare(walls.flags(*OUTER_KINDS))
    if walls.include(Wall.USER):
        namespaces.map_user(uid, gid, own_proc=own_proc)
    if walls.include(Wall.UTS):
        syscalls.sethostname(namespaces.HOST_NAME)
    os.close(own_proc)
    walls.step = Wall.ROOT.value
    if walls.include(Wall.ROOT):
        root.enter("root")
    else:
        root.lay_beside("root")
    if is_root and not walls.include(Wall.USER):
        namespaces.become_nobody()


def prefix(walls: Walls) -> str:
    """Give the folder below which a process inside finds the image."""
    return "" if walls.include(Wall.ROOT) else root.BESIDE
