"""A kill is blamed on the source only where the kernel says that its memory ran out, or nothing can tell."""

import signal

import pytest

from sandbox.ending import End
from sandbox.spec import Limit, MemoryBound, NotMade, RunResult, RunStatus
from sandbox.warm.blame import settle

KILLED = End(None, at_deadline=False, code=-signal.SIGKILL, wall_s=0.1, cpu_s=0.1)
CRASHED = End(None, at_deadline=False, code=-signal.SIGSEGV, wall_s=0.1, cpu_s=0.1)


def result(status: RunStatus, *, bound: MemoryBound = MemoryBound.CGROUP) -> RunResult:
    return RunResult(status, (NotMade(),), "so it went", memory_bound=bound)


def test_the_group_was_full() -> None:
    attempt = settle(result(RunStatus.MEMORY_LIMIT), KILLED, ran_out=True)
    assert attempt.is_conclusive
    assert (attempt.result.status, attempt.result.limit) == (RunStatus.MEMORY_LIMIT, Limit.MEMORY)
    assert "control group" in attempt.result.detail


def test_the_group_was_full_and_the_zygote_was_killed_in_its_place() -> None:
    attempt = settle(result(RunStatus.SANDBOX_FAILED), None, ran_out=True)
    assert attempt.is_conclusive
    assert attempt.result.status is RunStatus.MEMORY_LIMIT


def test_somebody_else_killed_it() -> None:
    attempt = settle(result(RunStatus.MEMORY_LIMIT), KILLED, ran_out=False)
    assert not attempt.is_conclusive
    assert attempt.result.status is RunStatus.SANDBOX_FAILED


def test_without_a_group_nothing_can_tell_and_it_is_tried_again() -> None:
    attempt = settle(result(RunStatus.MEMORY_LIMIT, bound=MemoryBound.RLIMIT), KILLED, ran_out=False)
    assert not attempt.is_conclusive
    assert attempt.result.status is RunStatus.MEMORY_LIMIT


def test_our_own_fault_is_tried_again() -> None:
    assert not settle(result(RunStatus.SANDBOX_FAILED), None, ran_out=False).is_conclusive


@pytest.mark.parametrize(
    ("status", "end"),
    [
        (RunStatus.COMPLETED, CRASHED),
        (RunStatus.EXITED, CRASHED),
        (RunStatus.TIME_LIMIT, KILLED),
        (RunStatus.MEMORY_LIMIT, CRASHED),
    ],
)
@pytest.mark.parametrize("ran_out", [True, False])
def test_all_else_stands(status: RunStatus, end: End, ran_out: bool) -> None:
    told = result(status)
    attempt = settle(told, end, ran_out=ran_out)
    assert attempt.is_conclusive
    assert attempt.result is told
