"""The judge on the fake runner: what each kind of behaviour is called."""

import asyncio
import json

import numpy as np
import pytest

from app.judge.events import Judged, JudgingStarted, StageFinished
from app.judge.judge import STAGES, Judge
from app.judge.report import CheckStatus, Report, Scope, Verdict
from app.judge.submission import Submission
from sandbox.fake import FakeRunner
from tests.support.fake_judge import CANDIDATE, SPLIT_HEADS, judge, right_functions, scripts_for
from tests.support.reports import failed, message, plain_reshape, split, status, with_split
from tests.support.scripts import Function, answering


class TestAccepted:
    def test_every_check_passes(self) -> None:
        judgement = judge(right_functions())
        for report in (judgement.interviewer, judgement.candidate):
            assert report.verdict is Verdict.ACCEPTED
            assert {check.status for check in report.checks} == {CheckStatus.PASSED}
            assert report.score == 1
            assert report.diagnosis is None

    def test_the_checks_in_order(self) -> None:
        assert [check.id for check in judge(right_functions()).candidate.checks] == [
            "defined",
            "runs",
            "shape",
            "dtype",
            "round_trip",
            "cross_round_trip",
            "index",
            "merge_index",
            "error_handling",
            "input_unchanged",
            "projection",
            "attention",
            "checkpoint",
        ]

    def test_a_run_never_says_a_bare_passed(self) -> None:
        summary = judge(right_functions(), scope=Scope.PUBLIC).candidate.summary
        assert summary == "All checks passed on the public cases; hidden cases are judged when you submit."


class TestPlainReshape:
    @pytest.fixture
    def report(self) -> Report:
        return judge(with_split(plain_reshape)).candidate

    def test_checks(self, report: Report) -> None:
        assert failed(report) == [
            "round_trip",
            "cross_round_trip",
            "index",
            "projection",
            "attention",
            "checkpoint",
        ]

    def test_diagnosis(self, report: Report) -> None:
        assert report.diagnosis is not None
        assert report.diagnosis.code == "plain_reshape"
        assert report.diagnosis.function == "split_heads"

    def test_first_wrong_element_with_both_origins(self, report: Report) -> None:
        evidence = next(check.evidence for check in report.checks if check.id == "index")
        assert evidence is not None
        assert (evidence.case, evidence.index) == ("small", [0, 0, 1, 0])
        assert (evidence.expected_from, evidence.actual_from) == ("x[0, 1, 0]", "x[0, 0, 4]")
        assert evidence.expected != evidence.actual

    def test_the_pair_hides_from_the_round_trip(self) -> None:
        def merge(x: np.ndarray) -> np.ndarray:
            batch, heads, tokens, size = x.shape
            return x.reshape(batch, tokens, heads * size)

        functions: dict[str, Function] = {"split_heads": plain_reshape, "merge_heads": merge}
        told = judge(functions).candidate
        assert status(told, "round_trip") is CheckStatus.PASSED
        assert told.diagnosis is not None
        assert told.diagnosis.code == "plain_reshape"
        assert {cause.code for cause in told.diagnosis.causes} >= {"own_inverse_pair", "merge_plain_reshape"}


class TestGates:
    def test_a_missing_merge_leaves_the_split_judged(self) -> None:
        report = judge({"split_heads": split}).candidate
        assert report.verdict is Verdict.RUN_TIME_ERROR
        assert failed(report) == ["defined"]
        assert status(report, "index") is CheckStatus.PASSED
        for check in ("merge_index", "round_trip", "attention"):
            assert status(report, check) is CheckStatus.NOT_EVALUATED
        assert "needs shape to hold for merge_heads first" in message(report, "merge_index")

    def test_a_raising_split_is_judged_no_further(self) -> None:
        def split_that_raises(x: np.ndarray, n_heads: int) -> np.ndarray:
            raise KeyError("heads")

        report = judge(with_split(split_that_raises)).candidate
        assert report.verdict is Verdict.RUN_TIME_ERROR
        assert failed(report) == ["runs", "error_handling"]
        assert "split_heads raised KeyError: 'heads' (line 7) on case 'small'" in message(report, "runs")
        assert status(report, "merge_index") is CheckStatus.PASSED

    def test_a_wrong_shape_gates_the_numbers(self) -> None:
        report = judge(with_split(lambda x, n_heads: split(x, n_heads)[..., None])).candidate
        assert report.verdict is Verdict.WRONG_ANSWER
        assert failed(report) == ["shape"]
        assert "(B, H, T, d) = (1, 2, 3, 4)" in message(report, "shape")

    @pytest.mark.parametrize(
        ("result", "words"),
        [
            (None, "returned None; is a return missing?"),
            ([[1.0]], "returned a list"),
            (np.ma.array([1.0]), "returned a MaskedArray, which is no plain numpy.ndarray"),
        ],
    )
    def test_results_that_are_no_arrays(self, result: object, words: str) -> None:
        report = judge(with_split(lambda x, n_heads: result)).candidate
        assert report.verdict is Verdict.WRONG_ANSWER
        assert words in message(report, "shape")
        assert report.diagnosis is None


class TestUnevenSizes:
    def test_only_value_error_will_do(self) -> None:
        def split_with_assert(x: np.ndarray, n_heads: int) -> np.ndarray:
            assert x.shape[-1] % n_heads == 0
            return split(x, n_heads)

        report = judge(with_split(split_with_assert)).candidate
        assert report.verdict is Verdict.WRONG_ANSWER
        assert failed(report) == ["error_handling"]
        assert report.diagnosis is not None
        assert report.diagnosis.code == "missing_value_error"

    def test_a_subclass_of_value_error_will_do(self) -> None:
        def split_with_own_error(x: np.ndarray, n_heads: int) -> np.ndarray:
            if x.shape[-1] % n_heads:
                raise UnicodeError("a ValueError, too")
            return split(x, n_heads)

        assert judge(with_split(split_with_own_error)).candidate.verdict is Verdict.ACCEPTED


class TestEvents:
    def test_started_stages_judged(self) -> None:
        async def events() -> list[object]:
            runner = FakeRunner(scripts_for(answering(right_functions())))
            return [event async for event in Judge(runner).judge(Submission(CANDIDATE, 1), SPLIT_HEADS)]

        first, *stages, last = asyncio.run(events())
        assert first == JudgingStarted(len(STAGES))
        assert stages == [StageFinished(done, title) for done, title in enumerate(STAGES, start=1)]
        assert isinstance(last, Judged)


def test_a_report_is_strict_json() -> None:
    report = judge(with_split(lambda x, n_heads: np.nan * split(x.real, n_heads))).interviewer
    json.loads(report.model_dump_json(), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
