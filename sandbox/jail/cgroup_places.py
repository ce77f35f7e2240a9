"""Where on this host control groups may be made: the server's own group in each hierarchy.

Reads `/proc/self/cgroup` and `/proc/self/mountinfo`. In version 2 a group with processes in it may not
hand controllers on, so a server that has its group to itself moves into a group of its own below.
"""

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

PREFIX: Final = "rightshape"
NO_MEMORY: Final = "the memory controller is not handed on to groups below"
_WANTED: Final = {"memory", "pids"}
_OCTAL: Final = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class Places:
    """Folders of the hierarchies that bound memory and processes, and of the one that can kill.

    In version 2 all three are one folder.
    """

    version: int
    memory: Path
    pids: Path | None
    kill: Path | None

    def folders(self) -> tuple[Path, ...]:
        """Give each folder once."""
        return tuple(dict.fromkeys(path for path in (self.memory, self.pids, self.kill) if path is not None))

    def below(self, name: str) -> "Places":
        """Name a group below these."""
        pids = self.pids and self.pids / name
        return Places(self.version, self.memory / name, pids, self.kill and self.kill / name)


@dataclass(frozen=True, slots=True)
class _Mount:
    root: str
    point: Path
    version: int
    options: frozenset[str]


def find(proc: Path) -> Places | str:
    """Give the places of this process, or say in words why there are none."""
    mounts = list(_mounts(text_of(proc / "self/mountinfo")))
    own = dict(_own_groups(text_of(proc / "self/cgroup")))
    unified = _own_folder(mounts, own, None)
    if unified is not None and set(text_of(unified / "cgroup.controllers").split()) >= _WANTED:
        return _version_2(unified)
    memory = _own_folder(mounts, own, "memory")
    if memory is None:
        return "no cgroup hierarchy with the memory controller is mounted here"
    kill = unified if unified is not None and (unified / "cgroup.procs").exists() else None
    return Places(1, memory, _own_folder(mounts, own, "pids"), kill)


def _version_2(own: Path) -> Places | str:
    for folder in (own, own.parent):
        # Another's folder is used only where whoever runs this host says that it was handed over.
        if (folder == own or _is_delegated(folder)) and _hands_on(folder):
            return Places(2, folder, folder, folder)
    if text_of(own / "cgroup.procs").split() != [str(os.getpid())]:
        return (
            f"other processes share the server's group {own}; start the server in a group of its own "
            "(systemd: Delegate=yes in its unit, or systemd-run --user --scope -p Delegate=yes)"
        )
    leaf = own / f"{PREFIX}-{os.getpid()}-server"
    try:
        leaf.mkdir(exist_ok=True)
    except OSError as error:
        return f"no group can be made below {own} ({error.strerror})"
    if put(leaf / "cgroup.procs", str(os.getpid())) and _hands_on(own):
        return Places(2, own, own, own)
    put(own / "cgroup.procs", str(os.getpid()))
    with contextlib.suppress(OSError):
        leaf.rmdir()
    return f"{own}: {NO_MEMORY}"


def _hands_on(folder: Path) -> bool:
    control = folder / "cgroup.subtree_control"
    if not set(text_of(control).split()) >= _WANTED:
        put(control, "+memory +pids")
    return set(text_of(control).split()) >= _WANTED


def _is_delegated(folder: Path) -> bool:
    for name in ("user.delegate", "trusted.delegate"):  # as systemd marks it
        try:
            if os.getxattr(folder, name) == b"1":
                return True
        except OSError:
            continue
    return False


def _mounts(mountinfo: str) -> Iterator[_Mount]:
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        fields, kind = before.split(" "), after.split(" ")
        if len(fields) >= 6 and len(kind) >= 3 and kind[0] in ("cgroup", "cgroup2"):
            version = 2 if kind[0] == "cgroup2" else 1
            yield _Mount(_plain(fields[3]), Path(_plain(fields[4])), version, frozenset(kind[2].split(",")))


def _own_groups(cgroup: str) -> Iterator[tuple[str | None, str]]:
    """Read the group of each version 1 controller, and of version 2 under None."""
    for line in cgroup.splitlines():
        number, _, rest = line.partition(":")
        names, _, group = rest.partition(":")
        for name in names.split(","):
            yield (None if number == "0" and not name else name), group


def _own_folder(mounts: list[_Mount], own: dict[str | None, str], controller: str | None) -> Path | None:
    """Give this process's folder in the hierarchy of `controller`, where it can be seen from here."""
    group = own.get(controller)
    if group is None or ".." in PurePosixPath(group).parts:
        return None
    for mount in reversed(mounts):  # a later mount may lie over an earlier one
        fits = mount.version == 2 if controller is None else controller in mount.options
        if fits and PurePosixPath(group).is_relative_to(mount.root):
            folder = mount.point / PurePosixPath(group).relative_to(mount.root)
            if folder.is_dir():
                return folder
    return None


def _plain(text: str) -> str:
    """Undo the kernel's octal escapes for blanks in paths."""
    return _OCTAL.sub(lambda found: chr(int(found[1], 8)), text)


def text_of(path: Path) -> str:
    """Read a control file; nothing where it is absent or closed to us."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def put(path: Path, text: str) -> bool:
    """Write a control file that is there; False where the kernel says no."""
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        os.write(fd, text.encode())
    except OSError:
        return False
    finally:
        os.close(fd)
    return True
