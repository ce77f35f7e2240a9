"""A reason why a positive control may fail that is none of ours: a filter round the whole run.

A container engine puts one on. What it refuses fails with our walls and without them.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.hostile.telling import WentOtherwise

_REASON: Final = "a seccomp profile round the whole run refuses this call to everybody"
_REFUSED: Final = "ENOSYS"
_KILLED: Final = "forbidden system call"


def is_filtered() -> bool:
    """Tell whether a filter lies on this very process."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return "Seccomp:\t2" in status


@contextlib.contextmanager
def for_a_filter_round_the_run(detail: str = "") -> Iterator[None]:
    """Skip a control, saying why, that fails by a call which such a filter refuses.

    `detail` is what the run's result says of its end.
    """
    try:
        yield
    except AssertionError as failure:
        said = failure.said if isinstance(failure, WentOtherwise) else str(failure)
        if is_filtered() and (_REFUSED in said or _KILLED in detail):
            pytest.skip(_REASON)
        raise
