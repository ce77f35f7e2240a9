"""The two views of a judgement: what a candidate may learn of hidden cases, and what an interviewer sees."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest

from app.judge.feedback import at_level
from app.judge.judge import Judge
from app.judge.report import CheckStatus, FeedbackLevel, Judgement, Scope, Verdict
from app.judge.submission import Submission
from sandbox.fake import FakeRunner
from sandbox.spec import (
    Array,
    Output,
    RunResult,
    RunSpec,
)
from tests.support.fake_judge import CANDIDATE, SPLIT_HEADS, judge, right_functions, scripts_for
from tests.support.reports import plain_reshape, split, with_split
from tests.support.scripts import answering

PUBLIC_SIZES = {(3, 8), (4, 15), (5, 12), (6, 12), (4, 10), (3, 15), (2, 20)}


class TestHiddenCases:
    @staticmethod
    def wrong_when_hidden(x: np.ndarray, n_heads: int) -> np.ndarray:
        shown = x.shape[1:] in PUBLIC_SIZES
        return split(x, n_heads) if shown or x.shape[-1] % n_heads else plain_reshape(x, n_heads)

    def test_the_candidate_learns_the_kind_of_failure_only(self) -> None:
        report = judge(with_split(self.wrong_when_hidden)).candidate
        assert report.verdict is Verdict.WRONG_ANSWER
        broken = [check for check in report.checks if check.status is CheckStatus.FAILED]
        for check in broken:
            assert check.message == f"{check.title} holds on the public cases and fails on a hidden one"
        assert all(check.evidence is None for check in broken)

    def test_the_interviewer_learns_everything(self) -> None:
        report = judge(with_split(self.wrong_when_hidden)).interviewer
        evidence = next(check.evidence for check in report.checks if check.id == "index")
        assert evidence is not None
        assert evidence.expected_from is not None

    def test_an_exception_on_hidden_cases_keeps_its_text_to_itself(self) -> None:
        def leaking(x: np.ndarray, n_heads: int) -> np.ndarray:
            if x.shape[1:] not in PUBLIC_SIZES and x.shape[-1] % n_heads == 0:
                raise RuntimeError(f"seen {x.shape}")
            return split(x, n_heads)

        judgement = judge(with_split(leaking))
        assert "seen" in judgement.interviewer.model_dump_json()
        assert "seen" not in judgement.candidate.model_dump_json()

    @pytest.mark.parametrize("name", sorted(SPLIT_HEADS.manifest.submissions))
    def test_two_seeds_give_the_same_candidate_view(self, name: str) -> None:
        script = scripts_for(answering({}))[SPLIT_HEADS.files[f"submissions/{name}"]]
        views = [judge(script, seed=seed) for seed in (11, 12)]
        for level in FeedbackLevel:
            shown = [at_level(view.candidate, level).model_dump_json(exclude={"times_ms"}) for view in views]
            assert shown[0] == shown[1]
        assert views[0].interviewer.seed != views[1].interviewer.seed

    def test_a_cause_without_a_name_depends_on_no_hidden_result(self) -> None:
        def telling(x: np.ndarray, n_heads: int) -> object:
            heads = split(x, n_heads)
            if x.shape[1:] in PUBLIC_SIZES or x.shape[2] < 200 or n_heads > 10:
                return heads[:, :, ::-1]
            return heads[:1] if x.flat[0] > 0 else heads.tolist()

        views = [judge(with_split(telling), seed=seed) for seed in range(1, 7)]
        shown = {view.candidate.model_dump_json(exclude={"times_ms"}) for view in views}
        assert len(shown) == 1
        told = {"returned a list" in view.interviewer.model_dump_json() for view in views}
        assert told == {True, False}

    def test_a_condition_is_told_once_and_only_if_all_cases_bear_it_out(self) -> None:
        def first_head(x: np.ndarray, n_heads: int) -> np.ndarray:
            heads = split(x, n_heads).copy()
            heads[:, 1:] = 0
            return heads

        def first_head_when_shown(x: np.ndarray, n_heads: int) -> np.ndarray:
            shown = x.shape[1:] in PUBLIC_SIZES
            return first_head(x, n_heads) if shown else np.zeros_like(split(x, n_heads))

        told = judge(with_split(first_head)).candidate
        message = next(check.message for check in told.checks if check.id == "index")
        assert message.count("it holds when") == 1
        assert message.endswith("; it holds when h == 0")
        hidden = judge(with_split(first_head_when_shown)).candidate
        check = next(check for check in hidden.checks if check.id == "index")
        assert "holds when" not in check.message
        assert check.evidence is not None
        assert check.evidence.holds_when is None

    def test_a_run_makes_no_hidden_call(self) -> None:
        runner = FakeRunner(scripts_for(answering(right_functions())))
        asyncio.run(Judge(runner).judgement_of(Submission(CANDIDATE, 1, Scope.PUBLIC), SPLIT_HEADS))
        arrays = [
            call.args[0] for spec in runner.seen for call in spec.calls if call.function == "split_heads"
        ]
        sizes = {array.shape[1:] for array in arrays if isinstance(array, Array)}
        assert len(arrays) > len(PUBLIC_SIZES)
        assert sizes <= PUBLIC_SIZES


class TestPrinted:
    @staticmethod
    def judgement() -> Judgement:
        right = answering(right_functions())

        def script(spec: RunSpec) -> RunResult:
            assert not isinstance(right, RunResult)
            output = tuple(Output(f"call {number}") for number in range(len(spec.calls)))
            return replace(right(spec), call_output=output, load_output=Output("loading\n", truncated=True))

        return judge(script)

    def test_the_candidate_sees_public_runs(self) -> None:
        shown = self.judgement().candidate.stdout
        assert "[split_heads: small, layout]\ncall 0\n" in shown
        assert "loading\n… cut: more was printed than is kept\n" in shown
        assert "odd-width" not in shown

    def test_the_interviewer_sees_all(self) -> None:
        assert "odd-width" in self.judgement().interviewer.stdout
