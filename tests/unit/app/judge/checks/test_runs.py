from dataclasses import replace

import pytest

from app.judge.report import Report, Scope
from sandbox.spec import (
    Call,
    CallOutcome,
    Failure,
    Limit,
    NotMade,
    OutOfMemory,
    Raised,
    RunResult,
    RunSpec,
    RunStatus,
)
from tests.support.fake_judge import judge, right_functions
from tests.support.reports import message
from tests.support.scripts import answering

RAISED = Raised(Failure("KeyError", "boom", frames=((3, "split_heads"),)))


def told(*first: CallOutcome, status: RunStatus = RunStatus.COMPLETED, limit: Limit | None = None) -> str:
    """Judge a split whose calls end in `first` and are then answered (or never made, after a limit)."""
    right = answering(right_functions())

    def script(spec: RunSpec) -> RunResult:
        assert not isinstance(right, RunResult)
        result = right(spec)
        if not _splits(spec.calls):
            return result
        rest = result.outcomes[len(first) :]
        if status is not RunStatus.COMPLETED:
            rest = (NotMade(),) * len(rest)
        return replace(
            result, outcomes=(*first, *rest), status=status, limit=limit, detail="wall limit of 5 s"
        )

    report: Report = judge(script, scope=Scope.PUBLIC).candidate
    return message(report, "runs")


def _splits(calls: tuple[Call, ...]) -> bool:
    return calls[0].function == "split_heads"


def test_the_smallest_case_that_raised() -> None:
    assert told(RAISED, RAISED).startswith("split_heads raised KeyError: boom (line 3) on case 'small'")


def test_out_of_memory_before_an_exception() -> None:
    assert "ran out of memory on case 'two-batches'" in told(RAISED, OutOfMemory())


@pytest.mark.parametrize("answered", [0, 1])
def test_the_call_under_way_at_a_limit_before_all_others(answered: int) -> None:
    case = ("small", "two-batches")[answered]
    words = told(*(RAISED,) * answered, status=RunStatus.TIME_LIMIT, limit=Limit.WALL)
    assert words.startswith(f"split_heads was stopped by the wall limit of 5 s on case '{case}'")
