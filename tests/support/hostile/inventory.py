"""What this process and everything below it hold of the host, as counts that can be compared.

Counts and not identities: the warm path may put a new zygote in the place of an old one.
"""

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import psutil

from sandbox.jail.namespaces import NOBODY

NAME_OF_ATTACKS: Final = "hostile-"
"""How every file, queue or lock that an attack tries to make begins."""
_PLACES: Final = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue")
_CGROUPS: Final = Path("/sys/fs/cgroup")
_OTHERS_MOUNTS: Final = ("/var/lib/containers", "/run/containers", "/run/user", "/run/netns")
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Inventory:
    """What is held, each kind by name and count."""

    processes: Counts
    zombies: Counts
    files: Counts
    namespaces: Counts
    mounts: Counts
    ipc: Counts
    left_files: tuple[str, ...]
    cgroups: Counts
    locks: Counts
    keys: Counts

    def differences(self, other: "Inventory") -> dict[str, tuple[object, object]]:
        """Name the kinds that are not the same, with both states."""
        pairs = ((one.name, getattr(self, one.name), getattr(other, one.name)) for one in fields(self))
        return {name: (mine, theirs) for name, mine, theirs in pairs if mine != theirs}


def take() -> Inventory:
    """Look at everything once."""
    own = psutil.Process()
    _reap_orphans()
    below = own.children(recursive=True)
    pids = [own.pid, *(one.pid for one in below)]
    states = list(_states(below))
    return Inventory(
        processes=_counted(name for name, status in states if status != psutil.STATUS_ZOMBIE),
        zombies=_counted(name for name, status in states if status == psutil.STATUS_ZOMBIE),
        files=_counted(_kinds_of_open_files()),
        namespaces=_counted({inode: kind for kind, inode in _namespaces(pids)}.values()),
        mounts=_counted(_mounts()),
        ipc=_counted(_ipc_objects()),
        left_files=tuple(sorted(_left_files())),
        cgroups=_counted(_cgroups()),
        locks=_counted(_locks(pids)),
        keys=_counted(_keys()),
    )


def _reap_orphans() -> None:
    """Do for orphans what the host's first process does, whose place this process has taken.

    A zygote outlives the launcher that made it, so that nobody but the first process waits for it. Its pid
    counts in two namespaces; a launcher's, for which the runner has to wait, in one.
    """
    for process in psutil.Process().children():
        with contextlib.suppress(
            psutil.NoSuchProcess, ProcessLookupError, FileNotFoundError, ChildProcessError
        ):
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
            # One that vanishes while it is read may have no such line any more.
            pids = next((line for line in status.splitlines() if line.startswith("NSpid:")), "").split()[1:]
            if process.status() == psutil.STATUS_ZOMBIE and len(pids) > 1:
                os.waitpid(process.pid, os.WNOHANG)


def _counted(names: object) -> Counts:
    return tuple(sorted(Counter(names).items()))  # type: ignore[call-overload]


def _states(processes: list[psutil.Process]) -> Iterator[tuple[str, str]]:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            yield process.name(), process.status()


def _kinds_of_open_files() -> Iterator[str]:
    for fd in os.listdir("/proc/self/fd"):  # noqa: PTH208 - a path would be followed
        with contextlib.suppress(FileNotFoundError):
            yield re.sub(r"[0-9]+", "N", os.readlink(f"/proc/self/fd/{fd}"))  # noqa: PTH115


def _namespaces(pids: list[int]) -> Iterator[tuple[str, str]]:
    for pid in pids:
        folder = Path(f"/proc/{pid}/ns")
        with contextlib.suppress(OSError):
            for link in folder.iterdir():
                inode = os.readlink(link)  # noqa: PTH115
                yield inode.partition(":")[0], inode


def _mounts() -> Iterator[str]:
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        target = line.split()[4]
        if not target.startswith(_OTHERS_MOUNTS):
            yield target


def _ipc_objects() -> Iterator[str]:
    """List System V objects of the child's user; others on this host have theirs."""
    for kind in ("shm", "sem", "msg"):
        path = Path(f"/proc/sysvipc/{kind}")
        lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
        if not lines:
            continue
        owner = lines[0].split().index("uid")
        for line in lines[1:]:
            if int(line.split()[owner]) == _uid_of_children():
                yield f"{kind} {' '.join(line.split()[:2])}"


def _uid_of_children() -> int:
    return NOBODY if os.geteuid() == 0 else os.geteuid()


def _left_files() -> Iterator[str]:
    for place in _PLACES:
        if os.access(place, os.R_OK | os.X_OK):
            with os.scandir(place) as entries:
                yield from (entry.path for entry in entries if _is_an_attacks(entry))


def _is_an_attacks(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(NAME_OF_ATTACKS):
        return True
    try:
        return os.geteuid() == 0 and entry.stat(follow_symlinks=False).st_uid == NOBODY
    except FileNotFoundError:  # it went while it was looked at
        return False


def _cgroups() -> Iterator[str]:
    """List the groups that this process has made, by the hierarchy they are in."""
    name = f"rightshape-{os.getpid()}-*"
    with contextlib.suppress(OSError):  # a group went while it was looked at; the next look counts
        for path in _CGROUPS.glob(f"**/{name}"):
            yield path.relative_to(_CGROUPS).parts[0]


def _locks(pids: list[int]) -> Iterator[str]:
    for line in Path("/proc/locks").read_text(encoding="ascii").splitlines():
        words = [word for word in line.split()[1:] if word != "->"]
        if int(words[3]) in pids:
            yield " ".join(words[:3])


def _keys() -> Iterator[str]:
    """List the keys that the kernel counts for the child's user."""
    path = Path("/proc/key-users")
    for line in path.read_text(encoding="ascii").splitlines() if path.exists() else []:
        uid, _, counts = line.partition(":")
        if int(uid) == _uid_of_children():
            yield counts.split()[1]
