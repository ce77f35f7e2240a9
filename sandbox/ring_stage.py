"""The step between server and bubblewrap, in a process of its own: nobody from here on.

Exec'ed with an empty environment in the image's folder. That folder may lie where only its owner
passes, and bubblewrap takes paths alone; so it is bound to a place that all can reach, in a mount
namespace that only this process and bubblewrap have. Imports `sandbox.jail` and the standard library.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from sandbox.jail import namespaces, syscalls

LAUNCH: Final = "launch"
TRIAL: Final = "trial"
NESTED: Final = "nested"
"""What a trial prints where all went well."""

_IMAGE: Final = "/image"
_PYTHON: Final = f"{_IMAGE}/root/python/bin/python3"
_PATHS: Final = f"import sys; sys.path.append('{_IMAGE}/root/runner')"
_PROGRAMS: Final = {
    LAUNCH: f"{_PATHS}; from sandbox.launcher import main; main()",
    TRIAL: f"{_PATHS}; from sandbox import enclosure; from sandbox.jail.walls import Walls; "
    f"enclosure.enter(Walls(), int(sys.argv[1])); print('{NESTED}')",
}
_MEETING_PLACES: Final = ("/mnt", "/srv", "/opt")
_PRIVATE_BELOW: Final = 0x4_4000  # MS_REC | MS_PRIVATE
_BIND: Final = 0x1000


def main() -> NoReturn:
    """Become nobody, show the image, and become bubblewrap: its path and what to run in it are told."""
    bubblewrap, kind, *arguments = sys.argv[1:]
    try:
        place = show_image()
    except OSError as error:
        sys.exit(f"the image cannot be shown to bubblewrap: {error}")
    os.execve(bubblewrap, [bubblewrap, *options(place), *inner(kind, arguments)], {})


def show_image() -> str:
    """Bind the working directory to a place that all can reach, for this process alone."""
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    own_proc = namespaces.open_own_proc(proc)
    if os.geteuid() == 0:
        namespaces.become_nobody()
    uid, gid = os.geteuid(), os.getegid()
    syscalls.unshare(namespaces.FLAGS["user"] | namespaces.FLAGS["mount"])
    namespaces.map_user(uid, gid, own_proc=own_proc)
    syscalls.mount("none", "/", _PRIVATE_BELOW)
    place = next((path for path in _MEETING_PLACES if Path(path).is_dir()), "/tmp")  # noqa: S108  # hidden below
    syscalls.mount(".", place, _BIND)
    os.chdir("/")
    return place


def options(place: str) -> list[str]:
    """Say what bubblewrap is to leave: the image at `place`, read-only, and no right at all.

    No --die-with-parent: the launcher of a zygote leaves, which would take the zygote with it. Not
    --disable-userns either, which the inner ring needs.
    """
    return [
        "--unshare-all", "--unshare-user", "--cap-drop", "ALL", "--new-session", "--clearenv",
        "--hostname", namespaces.HOST_NAME,
        "--ro-bind", place, _IMAGE,
        "--symlink", f"{_IMAGE}/root/lib", "/lib",
        "--symlink", f"{_IMAGE}/root/lib64", "/lib64",
        "--remount-ro", "/",
        "--chdir", _IMAGE,
        "--setenv", "LD_LIBRARY_PATH", f"{_IMAGE}/root/lib",
    ]  # fmt: skip


def inner(kind: str, arguments: Sequence[str]) -> list[str]:
    """Give the command inside the ring."""
    return ["--", _PYTHON, "-I", "-S", "-B", "-c", _PROGRAMS[kind], *arguments]
