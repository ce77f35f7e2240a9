"""The few system calls that the standard library does not wrap, by ctypes, errors checked.

Everything that reaches the kernel by number or by pointer stands here, so that it can be reviewed
in one place.
"""

import ctypes
import functools
import os
import platform
from collections.abc import Callable
from typing import Final, TypeAlias

_libc: Final = ctypes.CDLL(None, use_errno=True)

_PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
# The newer calls have one number on every architecture.
_LANDLOCK_CREATE_RULESET: Final = 444
_LANDLOCK_ADD_RULE: Final = 445
_LANDLOCK_RESTRICT_SELF: Final = 446
PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_SECCOMP: Final = 22
_MODE_FILTER: Final = 2
_MADV_COLLAPSE: Final = 25
PR_CAPBSET_READ: Final = 23
PR_CAPBSET_DROP: Final = 24
PR_SET_SECUREBITS: Final = 28
PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_RAISE: Final = 2

_CAPABILITY_VERSION_3: Final = 0x20080522


class _CapHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _CapData(ctypes.Structure):
    _fields_ = [
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    ]


class _FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


_CapWords = _CapData * 2
_OWN_CAPABILITIES: Final = _CapHeader(_CAPABILITY_VERSION_3, 0)
_NO_CAPABILITIES: Final = _CapWords()

# Looked up once and here: a forked child that makes each call for the first time has no time for it.
_unshare: Final = _libc.unshare
_unshare.argtypes = [ctypes.c_int]
_setns: Final = _libc.setns
_setns.argtypes = [ctypes.c_int, ctypes.c_int]
_getrandom: Final = _libc.getrandom
_getrandom.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint]
_getrandom.restype = ctypes.c_ssize_t
_prctl: Final = _libc.prctl
_prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
_prctl_filter: Final = _libc["prctl"]
_prctl_filter.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.POINTER(_FilterProgram)]
_capset: Final = _libc.capset
_capset.argtypes = [ctypes.POINTER(_CapHeader), ctypes.POINTER(_CapWords)]
_landlock_restrict_self: Final = _libc["syscall"]
_landlock_restrict_self.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_uint32]


Call: TypeAlias = Callable[[], int | None]
"""A system call with its arguments, ready to be made; a result of -1 is an error."""


def make(name: str, call: Call) -> None:
    """Make a prepared call."""
    _checked(name, call() or 0)


def prepared_prctl(option: int, value: int) -> Call:
    """Prepare the setting of one attribute of the process that will make the call."""
    return functools.partial(_prctl, option, value, 0, 0, 0)


def prepared_unshare(flags: int) -> Call:
    """Prepare leaving the namespaces that `flags` name for new ones."""
    return functools.partial(_unshare, flags)


def prepared_clear_capabilities() -> Call:
    """Prepare emptying the effective, permitted and inheritable sets."""
    return functools.partial(_capset, _OWN_CAPABILITIES, _NO_CAPABILITIES)


def prepared_landlock_restrict_self(ruleset_fd: int) -> Call:
    """Prepare binding the process that will make the call to a set of rules."""
    return functools.partial(_landlock_restrict_self, _LANDLOCK_RESTRICT_SELF, ruleset_fd, 0)


def prepared_getrandom(address: int, size: int) -> Call:
    """Prepare filling memory of this process with random bytes; a call gives how many there were."""
    return functools.partial(_getrandom, address, size, 0)


def prepared_filter(program: bytes) -> Call:
    """Prepare attaching a compiled seccomp filter to the process that will make the call, for good."""
    described = _FilterProgram(len(program) // 8, program)
    return functools.partial(_prctl_filter, PR_SET_SECCOMP, _MODE_FILTER, described)


def _checked(name: str, result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result


def unshare(flags: int) -> None:
    """Leave the namespaces that `flags` name for new ones."""
    make("unshare", prepared_unshare(flags))


def mount(source: str, target: str, flags: int) -> None:
    """Mount or change a mount; no file system type, no data."""
    result = _libc.mount(source.encode(), target.encode(), None, ctypes.c_ulong(flags), None)
    _checked("mount", result)


def umount(target: str, flags: int) -> None:
    """Unmount `target`."""
    _checked("umount2", _libc.umount2(target.encode(), ctypes.c_int(flags)))


def pivot_root(new_root: str, put_old: str) -> None:
    """Make `new_root` the root and lay the old one on `put_old`."""
    number = _PIVOT_ROOT[platform.machine()]
    _checked("pivot_root", _libc.syscall(ctypes.c_long(number), new_root.encode(), put_old.encode()))


def sethostname(name: str) -> None:
    """Name the UTS namespace."""
    _checked("sethostname", _libc.sethostname(name.encode(), ctypes.c_size_t(len(name))))


def prctl(option: int, value: int) -> int:
    """Set or ask one attribute of this process."""
    return _checked("prctl", _prctl(option, value, 0, 0, 0))


def current_processor() -> int:
    """Give the number of the processor that this process runs on at the moment."""
    return _checked("sched_getcpu", _libc.sched_getcpu())


def set_capabilities(*, effective: int, inheritable: int) -> None:
    """Set the effective and permitted sets alike, and the inheritable one, as bit masks."""
    header = _CapHeader(_CAPABILITY_VERSION_3, 0)
    words = [(mask & 0xFFFF_FFFF, mask >> 32) for mask in (effective, effective, inheritable)]
    data = _CapWords(*(_CapData(*(word[half] for word in words)) for half in (0, 1)))
    _checked("capset", _capset(header, data))


def raise_ambient(capability: int) -> None:
    """Keep a permitted and inheritable capability over an exec."""
    _checked("prctl", _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0))


def enter_namespace(fd: int, flags: int) -> None:
    """Join the namespaces of the process that `fd`, a pidfd, stands for."""
    _checked("setns", _setns(fd, flags))


def collapse(address: int, size: int) -> bool:
    """Ask for huge pages in this memory; False where the kernel has none, or the memory is not ours alone."""
    result: int = _libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(size), _MADV_COLLAPSE)
    return result == 0


def landlock_create_ruleset(attributes: bytes, flags: int) -> int:
    """Make a set of Landlock rules, or with empty `attributes` answer what `flags` ask."""
    given = (attributes, ctypes.c_size_t(len(attributes))) if attributes else (None, ctypes.c_size_t(0))
    result = _libc.syscall(ctypes.c_long(_LANDLOCK_CREATE_RULESET), *given, ctypes.c_uint32(flags))
    return _checked("landlock_create_ruleset", result)


def landlock_add_rule(ruleset_fd: int, kind: int, attributes: bytes) -> None:
    """Add one rule to a set of rules."""
    number = ctypes.c_long(_LANDLOCK_ADD_RULE)
    result = _libc.syscall(
        number, ctypes.c_int(ruleset_fd), ctypes.c_int(kind), attributes, ctypes.c_uint32(0)
    )
    _checked("landlock_add_rule", result)


def landlock_restrict_self(ruleset_fd: int) -> None:
    """Bind this process to a set of rules, for good."""
    make("landlock_restrict_self", prepared_landlock_restrict_self(ruleset_fd))
