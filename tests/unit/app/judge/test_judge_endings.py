"""How a run ended, and whose fault it was: verdicts and sentences."""

import asyncio
from dataclasses import replace

import pytest

from app.judge.judge import Judge
from app.judge.report import CheckStatus, Verdict
from app.judge.submission import Submission
from sandbox.fake import FakeRunner
from sandbox.spec import (
    CallOutcome,
    Failure,
    Limit,
    NotMade,
    OutOfMemory,
    RunResult,
    RunSpec,
    RunStatus,
)
from tests.support.fake_judge import CANDIDATE, SPLIT_HEADS, judge, right_functions, scripts_for
from tests.support.scripts import answering


def ending(
    status: RunStatus, detail: str, *, limit: Limit | None = None, failure: Failure | None = None
) -> RunResult:
    return RunResult(status, (), detail, limit=limit, failure=failure)


class TestEndsOfARun:
    @pytest.mark.parametrize(
        ("end", "verdict", "words"),
        [
            (
                ending(RunStatus.TIME_LIMIT, "wall limit of 5 s", limit=Limit.WALL),
                Verdict.TIME_LIMIT_EXCEEDED,
                "split_heads was stopped by the wall limit of 5 s on case 'small'",
            ),
            (
                ending(RunStatus.MEMORY_LIMIT, "killed by the kernel", limit=Limit.MEMORY),
                Verdict.MEMORY_LIMIT_EXCEEDED,
                "used more memory than allowed",
            ),
            (
                ending(RunStatus.OUTPUT_LIMIT, "too much"),
                Verdict.OUTPUT_LIMIT_EXCEEDED,
                "far more data than a right result has",
            ),
            (
                ending(RunStatus.COMPILE_FAILED, "", failure=Failure("SyntaxError", "bad colon", line=3)),
                Verdict.COMPILE_ERROR,
                "Compile error: the submission does not compile: SyntaxError: bad colon (line 3).",
            ),
            (
                ending(
                    RunStatus.LOAD_FAILED, "", failure=Failure("NameError", "np", frames=((2, "<module>"),))
                ),
                Verdict.RUN_TIME_ERROR,
                "its top-level code raised NameError: np (line 2)",
            ),
            (
                ending(RunStatus.EXITED, "the process crashed (signal SEGV)"),
                Verdict.RUN_TIME_ERROR,
                "gave no answer: the process crashed (signal SEGV)",
            ),
            (
                ending(RunStatus.BAD_FRAME, "garbage"),
                Verdict.RUN_TIME_ERROR,
                "wrote to the result channel by itself",
            ),
        ],
    )
    def test_verdict_and_sentence(self, end: RunResult, verdict: Verdict, words: str) -> None:
        def script(spec: RunSpec) -> RunResult:
            return replace(end, outcomes=(NotMade(),) * len(spec.calls))

        report = judge(script).candidate
        assert report.verdict is verdict
        assert words in report.summary

    def test_memory_error_in_one_call(self) -> None:
        def script(spec: RunSpec) -> RunResult:
            return RunResult(RunStatus.COMPLETED, (OutOfMemory(),) * len(spec.calls))

        assert judge(script).candidate.verdict is Verdict.MEMORY_LIMIT_EXCEEDED

    def test_the_worst_thing_wins(self) -> None:
        def script(spec: RunSpec) -> RunResult:
            outcomes: tuple[CallOutcome, ...] = (OutOfMemory(), *(NotMade(),) * (len(spec.calls) - 1))
            return RunResult(RunStatus.TIME_LIMIT, outcomes, "wall limit of 5 s", limit=Limit.WALL)

        assert judge(script).candidate.verdict is Verdict.TIME_LIMIT_EXCEEDED


class TestOurFault:
    def test_a_failing_sandbox(self) -> None:
        def script(spec: RunSpec) -> RunResult:
            return RunResult(RunStatus.SANDBOX_FAILED, (NotMade(),) * len(spec.calls), "mount: EPERM")

        judgement = judge(script)
        assert judgement.candidate.verdict is Verdict.JUDGE_ERROR
        assert "our fault" in judgement.candidate.summary
        assert "EPERM" not in judgement.candidate.model_dump_json()
        assert "mount: EPERM" in judgement.interviewer.summary
        assert {check.status for check in judgement.candidate.checks} == {CheckStatus.NOT_EVALUATED}

    def test_a_failing_reference(self) -> None:
        scripts = scripts_for(answering(right_functions()))
        scripts[SPLIT_HEADS.files["reference.py"]] = answering({})
        judge_with = Judge(FakeRunner(scripts))
        judgement = asyncio.run(judge_with.judgement_of(Submission(CANDIDATE, 1), SPLIT_HEADS))
        assert judgement.interviewer.verdict is Verdict.JUDGE_ERROR
        assert "the reference of split_heads gave no array" in judgement.interviewer.summary
