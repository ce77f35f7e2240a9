from dataclasses import replace

import pytest

from app.judge.report import CheckStatus, Report, Scope
from sandbox.spec import Array, Returned, RunResult, RunSpec
from tests.support.fake_judge import judge, right_functions
from tests.support.reports import failed, message, status
from tests.support.scripts import answering


def judged_with(**facts: object) -> Report:
    """Judge the right functions, with `facts` told of the first call that returned."""
    right = answering(right_functions())

    def script(spec: RunSpec) -> RunResult:
        assert not isinstance(right, RunResult)
        result = right(spec)
        first, *rest = result.outcomes
        assert isinstance(first, Returned)
        return replace(result, outcomes=(replace(first, **facts), *rest))  # type: ignore[arg-type]

    return judge(script, scope=Scope.PUBLIC).candidate


ZEROED = Array("float64", (1, 3, 8), bytes(24 * 8))


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"changed_args": ((0, ZEROED),)},
            "split_heads changed the caller's array in place, on case 'small'",
        ),
        ({"late_changes": ((0, 0),)}, "split_heads changed an array of an earlier call"),
        ({"changed_results": (0,)}, "split_heads overwrote a result it had returned before"),
        ({"shares_buffer_with": 0}, "split_heads handed out one buffer twice"),
    ],
)
def test_each_fact_fails_the_check_and_no_other(facts: dict[str, object], words: str) -> None:
    report = judged_with(**facts)
    assert failed(report) == ["input_unchanged"]
    assert message(report, "input_unchanged").startswith(words)
    assert report.diagnosis is not None
    assert report.diagnosis.code == "input_mutated"


def test_the_first_altered_element_is_shown() -> None:
    report = judged_with(changed_args=((0, ZEROED),))
    evidence = next(check.evidence for check in report.checks if check.id == "input_unchanged")
    assert evidence is not None
    assert evidence.actual == 0
    assert evidence.expected != 0


def test_a_change_that_alters_no_bits_is_still_told() -> None:
    report = judged_with(changed_args=((0, Array("float64", (3, 8), bytes(24 * 8))),))
    assert status(report, "input_unchanged") is CheckStatus.FAILED
