"""The last walls of a fresh child, and what any child forgets of how it was made."""

import os
import sys

from sandbox.child.request import Lock
from sandbox.jail import limits, seccomp
from sandbox.jail.walls import Wall, Walls


def raise_last(lock: Lock, walls: Walls) -> None:
    """Bound memory and CPU time, close the view from outside, attach the filter."""
    walls.build(Wall.LIMITS, lambda: limits.set_for_run(lock.address_space_bytes, lock.cpu_s))
    walls.build(Wall.DUMPABLE, seccomp.forbid_looking_in)
    walls.build(Wall.SECCOMP, lambda: seccomp.install(lock.filter_program))


def forget(walls: Walls) -> None:
    """Leave the submission an empty environment and an interpreter that looks like any other."""
    walls.build(Wall.ENVIRONMENT, os.environ.clear)
    sys.argv[:] = [""]
    sys.path[:] = [entry for entry in sys.path if not entry.endswith("/runner")]
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox"]:
        del sys.modules[name]
