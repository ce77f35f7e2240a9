"""What this process and those below it hold, read from /proc."""

import contextlib
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from sandbox.jail import syscalls

_PR_SET_CHILD_SUBREAPER = 36
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Holdings:
    """Counts at one quiet moment."""

    fds: int
    """Open file descriptors of this process."""
    processes: int
    """Processes below this one."""
    namespaces: int
    """Different namespaces of this process and those below it."""
    pss_kib: int | None
    """Memory of this process and those below it, shared pages divided; None where it may not be read."""


def adopt_orphans() -> None:
    """Become the parent of every process below whose own parent ends, so that none gets out of sight."""
    syscalls.prctl(_PR_SET_CHILD_SUBREAPER, 1)


def holdings() -> Holdings:
    """Count what this process and those below it hold now."""
    below = descendants(os.getpid())
    family = [os.getpid(), *below]
    return Holdings(
        fds=sum(1 for _ in Path("/proc/self/fd").iterdir()) - 1,
        processes=len(below),
        namespaces=len({link for pid in family for link in _namespaces(pid)}),
        pss_kib=total_pss_kib(family),
    )


def descendants(pid: int) -> list[int]:
    """List the processes below `pid`."""
    children: dict[int, list[int]] = defaultdict(list)
    for entry in _PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
            children[int(fields[1])].append(int(entry.name))
    found = list(children[pid])
    for child in found:
        found += children[child]
    return found


def total_pss_kib(pids: list[int]) -> int | None:
    """Add up the proportional memory of processes; None where one may not be looked at."""
    total = 0
    for pid in pids:
        try:
            text = (_PROC / str(pid) / "smaps_rollup").read_text()
        except PermissionError:
            return None
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        total += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total


def _namespaces(pid: int) -> list[str]:
    links = []
    for name in ("pid", "user", "mnt", "net", "ipc", "uts", "cgroup"):
        with contextlib.suppress(OSError):
            links.append(str((_PROC / str(pid) / "ns" / name).readlink()))
    return links
