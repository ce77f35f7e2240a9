"""The system calls a submission may make, compiled once by libseccomp into a program.

An allow-list: whatever is not on it gets EPERM, whatever is a tool of escape kills the process.
No fork, thread, exec, socket, file writing or memory that is writable and executable.
"""

import ctypes
import errno
import os
from dataclasses import dataclass
from typing import Final

from sandbox.errors import Unavailable

_LIBRARY: Final = "libseccomp.so.2"
MISSING_LIBRARY: Final = (
    "libseccomp is not installed; install it (Debian, Ubuntu: apt install libseccomp2; "
    "Fedora: dnf install libseccomp)"
)
_KILL: Final = 0x8000_0000
_ALLOW: Final = 0x7FFF_0000
_ERRNO: Final = 0x0005_0000
_ATTR_BAD_ARCH: Final = 2
_ATTR_OPTIMIZE: Final = 8
_BINARY_TREE: Final = 2
_EQ: Final = 4
_MASKED_EQ: Final = 7

_PROT_WRITE: Final = 0x2
_PROT_EXEC: Final = 0x4
_MAP_ANONYMOUS: Final = 0x20
_MAP_SHARED: Final = 0x01
_FUTEX_PRIVATE: Final = 0x80
_ADVICES: Final = (3, 4, 8, 14, 15)  # WILLNEED, DONTNEED, FREE, HUGEPAGE, NOHUGEPAGE
_WRITING: Final = os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | os.O_APPEND | (os.O_TMPFILE & ~os.O_DIRECTORY)
_IOCTLS: Final = (0x5401, 0x541B, 0x5450, 0x5451)  # TCGETS, FIONREAD, FIONCLEX, FIOCLEX
_FCNTLS: Final = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC

ALLOWED: Final = frozenset(
    # files, reading only
    "read pread64 readv write writev close lseek fstat newfstatat stat lstat statx readlink "
    "readlinkat access faccessat faccessat2 getdents64 getcwd dup dup2 dup3 poll ppoll select pselect6 "
    # memory
    "munmap mremap brk "
    # signals, locks and the end of one process with one thread
    "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending sigaltstack restart_syscall "
    "set_robust_list rseq exit exit_group pause alarm setitimer getitimer "
    # clocks
    "clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times "
    # facts about itself
    "getpid gettid getppid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp getpgid "
    "getsid getrusage getrlimit getrandom uname sched_yield sched_getaffinity getcpu".split()
)
KILLED: Final = frozenset(
    "ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd bpf perf_event_open "
    "userfaultfd io_uring_setup io_uring_enter io_uring_register mount umount2 pivot_root chroot unshare "
    "setns open_tree move_mount fsopen fsmount fsconfig fspick mount_setattr open_by_handle_at "
    "name_to_handle_at keyctl add_key request_key kexec_load kexec_file_load init_module finit_module "
    "delete_module reboot swapon swapoff acct quotactl iopl ioperm modify_ldt".split()
)
NOT_THERE: Final = frozenset({"clone3"})
"""Calls that say ENOSYS, so that the C library falls back to an older one that is refused."""


class _Compare(ctypes.Structure):
    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("datum_a", ctypes.c_uint64),
        ("datum_b", ctypes.c_uint64),
    ]


@dataclass(frozen=True, slots=True)
class Condition:
    """One test on one argument: `argument & mask == value`, or all of it where `mask` is None."""

    argument: int
    value: int
    mask: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """Allow `name` where every condition holds."""

    name: str
    conditions: tuple[Condition, ...]


CONDITIONAL: Final = (
    Rule("open", (Condition(1, os.O_RDONLY, _WRITING),)),
    Rule("openat", (Condition(2, os.O_RDONLY, _WRITING),)),
    # Shared memory stays when it is unmapped in part, so the limit on the address space would not hold it.
    Rule("mmap", (Condition(2, 0, _PROT_EXEC), Condition(3, 0, _MAP_SHARED))),
    # Code may be mapped from files of the read-only root alone, and never to be written.
    Rule(
        "mmap",
        (Condition(2, _PROT_EXEC, _PROT_EXEC | _PROT_WRITE), Condition(3, 0, _MAP_ANONYMOUS | _MAP_SHARED)),
    ),
    # A futex that is not private is found by its file, which all children share.
    Rule("futex", (Condition(1, _FUTEX_PRIVATE, _FUTEX_PRIVATE),)),
    *(Rule("madvise", (Condition(2, advice),)) for advice in _ADVICES),
    Rule("mprotect", (Condition(2, 0, _PROT_EXEC),)),
    Rule("prlimit64", (Condition(0, 0), Condition(2, 0))),
    *(Rule("ioctl", (Condition(1, request, 0xFFFF_FFFF),)) for request in _IOCTLS),
    *(Rule("fcntl", (Condition(1, command, 0xFFFF_FFFF),)) for command in _FCNTLS),
)


def compile_filter() -> bytes:
    """Compile the policy for this machine.

    Raises:
        Unavailable: libseccomp is missing or refuses.
    """
    try:
        library = ctypes.CDLL(_LIBRARY, use_errno=True)
    except OSError as error:
        raise Unavailable(MISSING_LIBRARY) from error
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    context = ctypes.c_void_p(library.seccomp_init(_ERRNO | errno.EPERM))
    if context.value is None:
        raise Unavailable("libseccomp could not begin a filter")
    try:
        _fill(library, context)
        return _export(library, context)
    finally:
        library.seccomp_release(context)


def _fill(library: ctypes.CDLL, context: ctypes.c_void_p) -> None:
    _checked("bad architecture", library.seccomp_attr_set(context, _ATTR_BAD_ARCH, ctypes.c_uint32(_KILL)))
    # The kernel walks the program for every call there is when it is attached: a tree halves what that takes.
    # A library before 2.5 knows no trees, and its longer walk ends in the same answers.
    library.seccomp_attr_set(context, _ATTR_OPTIMIZE, ctypes.c_uint32(_BINARY_TREE))
    for name in sorted(ALLOWED):
        _add(library, context, _ALLOW, Rule(name, ()))
    for name in sorted(KILLED):
        _add(library, context, _KILL, Rule(name, ()))
    for name in sorted(NOT_THERE):
        _add(library, context, _ERRNO | errno.ENOSYS, Rule(name, ()))
    for rule in CONDITIONAL:
        _add(library, context, _ALLOW, rule)


def _add(library: ctypes.CDLL, context: ctypes.c_void_p, action: int, rule: Rule) -> None:
    number = library.seccomp_syscall_resolve_name(rule.name.encode())
    if number < 0:
        return  # not a call of this architecture, or newer than the library: the default refuses it
    compares = (_Compare * len(rule.conditions))(*(_compare(condition) for condition in rule.conditions))
    result = library.seccomp_rule_add_exact_array(
        context, ctypes.c_uint32(action), number, ctypes.c_uint(len(rule.conditions)), compares
    )
    _checked(rule.name, result)


def _compare(condition: Condition) -> _Compare:
    if condition.mask is None:
        return _Compare(condition.argument, _EQ, condition.value, 0)
    return _Compare(condition.argument, _MASKED_EQ, condition.mask, condition.value)


def _export(library: ctypes.CDLL, context: ctypes.c_void_p) -> bytes:
    fd = os.memfd_create("filter")
    try:
        _checked("export", library.seccomp_export_bpf(context, fd))
        return os.pread(fd, 1 << 20, 0)
    finally:
        os.close(fd)


def _checked(what: str, result: int) -> None:
    if result < 0:
        raise Unavailable(f"libseccomp refused the filter ({what}: {os.strerror(-result)})")
