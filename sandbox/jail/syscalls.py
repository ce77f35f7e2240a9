"""The few system calls that the standard library does not wrap, by ctypes, errors checked.

Everything that reaches the kernel by number or by pointer stands here, so that it can be reviewed
in one place.
"""

import ctypes
import os
import platform
from typing import Final

_libc: Final = ctypes.CDLL(None, use_errno=True)

_PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_SECCOMP: Final = 22
PR_CAPBSET_READ: Final = 23
PR_CAPBSET_DROP: Final = 24
PR_SET_SECUREBITS: Final = 28
PR_SET_NO_NEW_PRIVS: Final = 38

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


def _checked(name: str, result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result


def unshare(flags: int) -> None:
    """Leave the namespaces that `flags` name for new ones."""
    _checked("unshare", _libc.unshare(ctypes.c_int(flags)))


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
    zero = ctypes.c_ulong(0)
    return _checked("prctl", _libc.prctl(ctypes.c_int(option), ctypes.c_ulong(value), zero, zero, zero))


def clear_capabilities() -> None:
    """Empty the effective, permitted and inheritable sets."""
    header = _CapHeader(_CAPABILITY_VERSION_3, 0)
    data = (_CapData * 2)()
    _checked("capset", _libc.capset(ctypes.byref(header), data))


def install_filter(program: bytes) -> None:
    """Attach a compiled seccomp filter to this process, for good."""
    described = _FilterProgram(len(program) // 8, program)
    mode_filter = ctypes.c_ulong(2)
    result = _libc.prctl(ctypes.c_int(PR_SET_SECCOMP), mode_filter, ctypes.byref(described))
    _checked("seccomp", result)
