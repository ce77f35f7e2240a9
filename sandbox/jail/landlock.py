"""Landlock: a second belt round files, TCP, signals and abstract sockets, which needs no privilege.

The rules are made once, below the root that is the child's too, and each child binds itself to them.
"""

import errno
import os
import struct
from typing import Final

from sandbox.jail import syscalls

STRONG_ABI: Final = 6
"""From this one on signals and abstract sockets are held back too."""

_ASK_VERSION: Final = 1
_RULE_PATH_BENEATH: Final = 1
_EXECUTE: Final = 1 << 0
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_ALLOWED: Final = _EXECUTE | _READ_FILE | _READ_DIR
# The file rights that came with each ABI: the first thirteen, then REFER, TRUNCATE and IOCTL_DEV.
_FILE_RIGHTS: Final = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_TCP_BIND_AND_CONNECT: Final = 0b11
_TCP_ABI: Final = 4
_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS: Final = 0b11
_RULESET: Final = struct.Struct("=QQQ")
_PATH_BENEATH: Final = struct.Struct("=Qi")
_ABSENT: Final = {errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM}
"""Not built in, switched off at boot, or kept away by a filter round this process."""


def abi() -> int:
    """Give the version that this kernel speaks; 0 where Landlock is absent or switched off."""
    try:
        return syscalls.landlock_create_ruleset(b"", _ASK_VERSION)
    except OSError as error:
        if error.errno in _ABSENT:
            return 0
        raise


def make_ruleset(root: str = "/") -> int | None:
    """Open rules that allow reading and executing below `root`, and nothing else that the ABI knows.

    The descriptor is closed on exec. None where there is no Landlock.
    """
    version = abi()
    if version == 0:
        return None
    ruleset = syscalls.landlock_create_ruleset(_attributes(version), 0)
    try:
        beneath = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            rule = _PATH_BENEATH.pack(_ALLOWED, beneath)
            syscalls.landlock_add_rule(ruleset, _RULE_PATH_BENEATH, rule)
        finally:
            os.close(beneath)
    except OSError:
        os.close(ruleset)
        raise
    return ruleset


def restrict(ruleset_fd: int) -> None:
    """Bind this process to the rules for good; it must have given up new privileges before."""
    syscalls.landlock_restrict_self(ruleset_fd)


def _attributes(version: int) -> bytes:
    """Name all that is denied; an older kernel takes the longer form where what it lacks is zero."""
    files = sum(rights for since, rights in _FILE_RIGHTS.items() if version >= since)
    network = _TCP_BIND_AND_CONNECT if version >= _TCP_ABI else 0
    scopes = _SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS if version >= STRONG_ABI else 0
    return _RULESET.pack(files, network, scopes)
