"""Resource limits, soft and hard alike so that nothing inside can raise them."""

import contextlib
import functools
import math
import os
import resource
from collections.abc import Callable
from typing import Final

OPEN_FILES: Final = 64
STACK_BYTES: Final = 8 << 20

_FIXED: Final = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_MEMLOCK: 0,
    resource.RLIMIT_MSGQUEUE: 0,
    resource.RLIMIT_NICE: 0,
    resource.RLIMIT_RTPRIO: 0,
    resource.RLIMIT_NOFILE: OPEN_FILES,
    resource.RLIMIT_STACK: STACK_BYTES,
}


def set_fixed() -> None:
    """Set every limit that does not depend on the run and holds for a zygote as well."""
    for kind, value in _FIXED.items():
        _set(kind, value)


def forbid_processes() -> None:
    """Let this process make no other one."""
    prepared_forbid_processes()()


def prepared_forbid_processes() -> Callable[[], None]:
    """Prepare the call of `forbid_processes`."""
    return functools.partial(resource.setrlimit, resource.RLIMIT_NPROC, (0, 0))


def set_for_run(address_space_bytes: int, cpu_s: int) -> None:
    """Bound memory and the CPU time of this process."""
    for call in prepared_for_run(address_space_bytes, cpu_s):
        call()


def prepared_for_run(address_space_bytes: int, cpu_s: int) -> tuple[Callable[[], None], ...]:
    """Prepare the calls of `set_for_run`.

    Soft equals hard: the first process of a pid namespace ignores the signal of the soft limit.
    """
    bounds = ((resource.RLIMIT_CPU, cpu_s), (resource.RLIMIT_AS, address_space_bytes))
    return tuple(functools.partial(_set, kind, value) for kind, value in bounds)


def whole_seconds(cpu_s: float, used_s: float) -> int:
    """Give the limit that leaves `cpu_s` to a process that has used `used_s`.

    The kernel counts CPU time in whole seconds, so this is up to a second more.
    """
    return math.ceil(cpu_s + used_s)


def go_first_when_memory_is_short(own_proc: int) -> None:
    """Let the kernel pick this process and its children, not the server, when the host runs out."""
    with contextlib.suppress(OSError):
        fd = os.open("oom_score_adj", os.O_WRONLY | os.O_CLOEXEC, dir_fd=own_proc)
        try:
            os.write(fd, b"1000")
        finally:
            os.close(fd)


def _set(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (bound, bound))
