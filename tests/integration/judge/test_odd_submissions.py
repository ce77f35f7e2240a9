"""Odd and broken submissions through the real judge: the right verdict, and a sentence to act on."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from app.judge.judge import Judge
from app.judge.package import builtin_katas_dir, load_folder
from app.judge.report import CheckStatus, Judgement, Report, Scope, Verdict
from app.judge.submission import Submission
from sandbox.fresh import FreshRunner
from tests.support.odd_sources import ACCEPTED, WRONG, returning

KATA = load_folder(builtin_katas_dir() / "split_heads")
IMPATIENT = replace(KATA, limits=replace(KATA.limits, wall_s=1.0, cpu_s=1.0))


@pytest.fixture(scope="module")
def images(images_dir: Path) -> Path:
    return images_dir


def judged(source: str | bytes, images: Path, *, scope: Scope = Scope.ALL) -> Judgement:
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source

    async def run() -> Judgement:
        runner = FreshRunner(images)
        await runner.start()
        try:
            return await Judge(runner).judgement_of(Submission(raw, 5, scope), IMPATIENT)
        finally:
            await runner.aclose()

    return asyncio.run(run())


def failed(report: Report) -> set[str]:
    return {check.id for check in report.checks if check.status is CheckStatus.FAILED}


@pytest.mark.parametrize("source", ACCEPTED.values(), ids=ACCEPTED)
def test_odd_but_right(source: str, images: Path) -> None:
    raw = source.encode("latin-1") if "latin-1" in source else source
    report = judged(raw, images).candidate
    assert report.verdict is Verdict.ACCEPTED, report.summary


@pytest.mark.parametrize(("source", "verdict", "check", "words"), WRONG.values(), ids=WRONG)
def test_wrong_in_its_own_way(
    source: str | bytes, verdict: Verdict, check: str, words: str, images: Path
) -> None:
    judgement = judged(source, images)
    report = judgement.candidate
    assert report.verdict is verdict, report.summary
    assert check in failed(report)
    message = next(line.message for line in report.checks if line.id == check)
    assert words in message
    assert "Traceback" not in judgement.model_dump_json()
    assert report.summary.endswith(".")


@pytest.mark.parametrize("source", ["def f(:", "raise SystemExit", "import nonexistent"])
def test_what_does_not_load_earns_nothing(source: str, images: Path) -> None:
    report = judged(source, images).candidate
    assert report.score == 0
    assert failed(report) == {"defined"}
    assert {line.status for line in report.checks if line.id != "defined"} == {CheckStatus.NOT_EVALUATED}


def test_an_array_that_cannot_be_passed_on_undoes_nothing(images: Path) -> None:
    report = judged(returning("y.astype(object)"), images).candidate
    assert {"round_trip", "cross_round_trip"} <= failed(report)


def test_hidden_cases_do_not_show_in_the_time(images: Path) -> None:
    source = "import time\n" + returning("(time.sleep(0.6) if T > 5 else None, y)[1]")
    judgement = judged(source, images)
    assert judgement.interviewer.times_ms.total > 600
    public_ms = sum(ms for part, ms in judgement.interviewer.times_ms.parts.items() if "public" in part)
    assert judgement.candidate.times_ms.total == pytest.approx(public_ms, abs=10)


def test_one_buffer_for_all(images: Path) -> None:
    source = "import numpy as np\npool = np.empty(1 << 16)\n" + returning(
        "(pool[:y.size].reshape(y.shape), pool[:y.size].__setitem__(slice(None), y.ravel()))[0]"
    )
    report = judged(source, images, scope=Scope.PUBLIC).candidate
    assert report.verdict is Verdict.WRONG_ANSWER
    assert failed(report) == {"input_unchanged"}


def test_what_is_printed_is_shown_for_public_cases_only(images: Path) -> None:
    judgement = judged("print('hello')\n" + returning("(print('shape', x.shape), y)[1]"), images)
    assert judgement.candidate.verdict is Verdict.ACCEPTED
    assert "hello" in judgement.candidate.stdout
    assert "shape (1, 3, 8)" in judgement.candidate.stdout
    assert len(judgement.interviewer.stdout) > len(judgement.candidate.stdout)
