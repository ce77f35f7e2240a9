"""The walls round a child by name, and the one place that knows which of them are to be raised.

Every wall is raised, always, but in tests: a positive control has to show that an attack works without
the wall that stops it, and the doctor has to notice each wall that is missing.
"""

from collections.abc import Callable
from enum import StrEnum

from sandbox.jail.namespaces import FLAGS


class Wall(StrEnum):
    """One wall; the value is what the doctor calls it."""

    USER = "user namespace"
    PID = "pid namespace"
    NET = "net namespace"
    MOUNT = "mount namespace"
    IPC = "ipc namespace"
    UTS = "uts namespace"
    CGROUP_NAMESPACE = "cgroup namespace"
    ROOT = "read-only root"
    SESSION = "session"
    FILES = "closed files"
    ENVIRONMENT = "empty environment"
    LIMITS = "resource limits"
    CAPABILITIES = "capabilities"
    NO_NEW_PRIVS = "no_new_privs"
    DUMPABLE = "not dumpable"
    LANDLOCK = "Landlock"
    SECCOMP = "seccomp"
    RING = "outer ring"
    CONTROL_GROUP = "control group"


class Walls:
    """Raises walls one after the other; remembers at which one it is, for the report of a failure."""

    def __init__(self, without: frozenset[Wall] = frozenset()) -> None:
        """Raise every wall but those of `without`."""
        self.without = without
        self.step: str = "start"

    def include(self, wall: Wall) -> bool:
        """Tell whether this wall is to be raised."""
        return not self.without or wall not in self.without

    def build(self, wall: Wall, work: Callable[[], object]) -> None:
        """Raise `wall` by doing `work`, unless it is left out."""
        self.step = wall
        if self.include(wall):
            work()

    def flags(self, *names: str) -> int:
        """Join the unshare flags of these kinds of namespace, less those that are left out."""
        return sum(FLAGS[name] for name in names if Wall(f"{name} namespace") not in self.without)


def to_text(without: frozenset[Wall]) -> str:
    """Write walls as one word of a command line."""
    return ",".join(sorted(wall.name for wall in without))


def from_text(text: str) -> frozenset[Wall]:
    """Read what `to_text` wrote."""
    return frozenset(Wall[name] for name in text.split(",") if name)
