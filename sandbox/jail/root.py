"""The root: one read-only directory, and nothing of the host below it."""

import os
from typing import Final

from sandbox.jail import syscalls

BESIDE: Final = "/mnt"
"""Where the image lies when the host's root is kept, which only a test asks for."""
_RDONLY: Final = 0x1
_NOSUID: Final = 0x2
_NODEV: Final = 0x4
_REMOUNT: Final = 0x20
_BIND: Final = 0x1000
_REC: Final = 0x4000
_PRIVATE: Final = 0x40000
_DETACH: Final = 0x2


def enter(directory: str) -> None:
    """Make `directory` the read-only root and let go of the old one.

    `directory` is a plain name in the working directory: its way from the old root may lie where
    this user cannot go.
    """
    syscalls.mount("none", "/", _REC | _PRIVATE)
    syscalls.mount(directory, directory, _BIND)
    os.chdir(directory)
    syscalls.mount("none", ".", _REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV)
    syscalls.pivot_root(".", ".")
    syscalls.umount(".", _DETACH)
    os.chdir("/")


def lay_beside(directory: str) -> None:
    """Keep the host's root and show `directory` at `BESIDE`: what `enter` would have prevented."""
    syscalls.mount("none", "/", _REC | _PRIVATE)
    syscalls.mount(directory, BESIDE, _BIND)
