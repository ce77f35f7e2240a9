"""Whose doing it was that a child was killed: the source's, which asked for too much, or another's.

The kernel kills a child whose control group is full, and may kill its zygote in its place. But whoever
runs the host may kill either, and so may a kernel that is short of memory for others' sake; of that
no source is to blame, and the run is made again.
"""

import dataclasses
import signal
from dataclasses import dataclass
from typing import Final

from sandbox.ending import End
from sandbox.spec import Limit, MemoryBound, RunResult, RunStatus

_RAN_OUT: Final = "killed by the kernel, because its control group had no more memory"
_BY_SOMEBODY: Final = "killed by somebody else, and not for its memory"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at a run, and whether it says something of the source."""

    result: RunResult
    is_conclusive: bool


def settle(result: RunResult, end: End | None, *, ran_out: bool) -> Attempt:
    """Blame the source or not; `ran_out` says that the kernel has killed in the control group meanwhile."""
    is_ours = result.status is RunStatus.SANDBOX_FAILED
    is_killed = end is not None and end.code == -signal.SIGKILL and result.status is RunStatus.MEMORY_LIMIT
    if ran_out and (is_ours or is_killed):
        told = dataclasses.replace(
            result, status=RunStatus.MEMORY_LIMIT, limit=Limit.MEMORY, detail=_RAN_OUT, failure=None
        )
        return Attempt(told, is_conclusive=True)
    if is_killed and result.memory_bound is MemoryBound.CGROUP:
        told = dataclasses.replace(
            result, status=RunStatus.SANDBOX_FAILED, limit=None, detail=_BY_SOMEBODY, failure=None
        )
        return Attempt(told, is_conclusive=False)
    # Without a group nothing tells a child that asked for too much from one that was killed: once more.
    return Attempt(result, is_conclusive=not (is_ours or is_killed))
