"""Resource limits, soft and hard alike so that nothing inside can raise them."""

import contextlib
import math
import resource
from pathlib import Path
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
    resource.RLIMIT_NPROC: 0,
    resource.RLIMIT_NOFILE: OPEN_FILES,
    resource.RLIMIT_STACK: STACK_BYTES,
}


def set_fixed() -> None:
    """Set every limit that does not depend on the run."""
    for kind, value in _FIXED.items():
        _set(kind, value)


def set_for_run(address_space_bytes: int, cpu_s: float) -> None:
    """Bound memory and the CPU time from now on, which the kernel counts in whole seconds.

    Soft equals hard: the first process of a pid namespace ignores the signal of the soft limit.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    _set(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime + cpu_s))
    _set(resource.RLIMIT_AS, address_space_bytes)


def go_first_when_memory_is_short() -> None:
    """Let the kernel pick this process and its children, not the server, when the host runs out."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def _set(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (bound, bound))
