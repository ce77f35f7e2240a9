"""Control groups: memory and process limits that hold for a zygote and its children together.

Server side. A group is made for each slot and entered from outside, once, before the zygote has any
child, so that a child costs nothing more. Groups are made below the server's own group only, so that
the limits of whoever started the server go on to hold; `sandbox.jail.cgroup_places` finds where.
"""

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sandbox.jail.cgroup_places import NO_MEMORY, PREFIX, Places, find, put, text_of

_NAME: Final = re.compile(rf"{PREFIX}-(\d+)-[a-z0-9]+")
_UNLIMITED: Final = "-1"
_TRIAL: Final = "trial"


@dataclass(frozen=True, slots=True)
class SlotGroup:
    """The control group of one slot: one folder for each hierarchy that bounds something."""

    places: Places

    def enter(self, pid: int) -> bool:
        """Move `pid` in, with every process that it will ever have; False where the host forbids."""
        entered = [put(folder / "cgroup.procs", str(pid)) for folder in self.places.folders()]
        return all(entered)

    def set_limits(self, memory_bytes: int, processes: int) -> bool:
        """Bound memory without swap, and the number of processes; False where memory is not bound.

        Memory that was in use before a process entered is not counted in version 1.
        """
        if self.places.pids is not None:
            put(self.places.pids / "pids.max", str(processes))
        memory = self.places.memory
        if self.places.version == 2:
            put(memory / "memory.swap.max", "0")
            return put(memory / "memory.max", str(memory_bytes))
        swap = memory / "memory.memsw.limit_in_bytes"
        put(memory / "memory.swappiness", "0")
        put(swap, _UNLIMITED)  # it may never be below the other, which may rise now
        bound = put(memory / "memory.limit_in_bytes", str(memory_bytes))
        put(swap, str(memory_bytes))
        return bound

    def oom_kills(self) -> int:
        """Count the processes that the kernel has killed here because memory ran out."""
        name = "memory.events" if self.places.version == 2 else "memory.oom_control"
        counted = re.search(r"^oom_kill (\d+)$", text_of(self.places.memory / name), re.MULTILINE)
        return int(counted[1]) if counted else 0

    def kill(self) -> bool:
        """Kill every process in the group at once; False where the kernel has no such call."""
        return self.places.kill is not None and put(self.places.kill / "cgroup.kill", "1")

    def remove(self) -> bool:
        """Remove the group; False where a process is still in it."""
        removed = [_removed(folder) for folder in self.places.folders()]
        return all(removed)


@dataclass(frozen=True, slots=True)
class Groups:
    """Makes the groups of one server, where it may."""

    places: Places
    server_pid: int

    @property
    def evidence(self) -> str:
        """Which hierarchies bound what."""
        version = self.places.version
        also = [name for name in ("pids", "kill") if getattr(self.places, name) is not None]
        return f"cgroup v{version} below {self.places.memory}: {', '.join(['memory', *also])}"

    def make(self, token: str) -> SlotGroup | None:
        """Make the group of the slot `token` (lower-case letters and digits); None where the host forbids."""
        group = SlotGroup(self.places.below(self._name(token)))
        made = [_made(folder) for folder in group.places.folders()]
        if not all(made):
            group.remove()
            return None
        return group

    def only_where_allowed(self) -> "Groups":
        """Leave out the hierarchies other than memory's in which no group can be made."""
        pids, kill = self.places.pids, self.places.kill
        name = self._name(_TRIAL)
        return replace(
            self,
            places=replace(self.places, pids=_if_allowed(pids, name), kill=_if_allowed(kill, name)),
        )

    def clear_leftovers(self, is_alive: Callable[[int], bool]) -> None:
        """Remove the empty groups of servers that are gone."""
        for parent in self.places.folders():
            for folder in _folders(parent):
                named = _NAME.fullmatch(folder.name)
                if named and not is_alive(int(named[1])) and not text_of(folder / "cgroup.procs").strip():
                    _removed(folder)

    def _name(self, token: str) -> str:
        return f"{PREFIX}-{self.server_pid}-{token}"


def discover(proc: Path = Path("/proc")) -> Groups | str:
    """Find where this server may make groups, proved by making one; else say in words why it may not."""
    found = find(proc)
    if isinstance(found, str):
        return found
    groups = Groups(found, os.getpid()).only_where_allowed()
    groups.clear_leftovers(lambda pid: (proc / str(pid)).exists())
    trial = groups.make(_TRIAL)
    if trial is None:
        return f"no group can be made below {found.memory} (it is read-only, or belongs to another user)"
    try:
        if not trial.set_limits(1 << 30, 64):
            return f"{found.memory}: {NO_MEMORY}"
    finally:
        trial.remove()
    return groups


def _if_allowed(parent: Path | None, name: str) -> Path | None:
    if parent is None or not _made(parent / name):
        return None
    _removed(parent / name)
    return parent


def _made(folder: Path) -> bool:
    _removed(folder)  # an earlier server of the same pid may have left it
    try:
        folder.mkdir()
    except OSError:
        return False
    return True


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _folders(parent: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from sorted(path for path in parent.iterdir() if path.is_dir())
