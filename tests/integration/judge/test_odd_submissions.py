"""Odd and broken submissions through the real judge: the right verdict, and a sentence to act on."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from app.judge.judge import Judge
from app.judge.package import builtin_katas_dir, load_folder
from app.judge.report import CheckStatus, Judgement, Report, Scope, Verdict
from app.judge.submission import Submission
from tests.support.children import PATHS, LivingRunner
from tests.support.odd_sources import ACCEPTED, WRONG, returning

KATA = load_folder(builtin_katas_dir() / "split_heads")
IMPATIENT = replace(KATA, limits=replace(KATA.limits, wall_s=1.0, cpu_s=1.0))


FRESH_SAMPLE = 8
"""Each such one goes the fresh path as well."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


def on_both_paths(names: Iterable[str]) -> list[tuple[str, str]]:
    listed = list(names)
    return [("warm", name) for name in listed] + [("fresh", name) for name in listed[::FRESH_SAMPLE]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def runners(images_dir: Path) -> AsyncIterator[dict[str, LivingRunner]]:
    runners = {path: runner_of(images_dir) for path, runner_of in PATHS.items()}
    yield runners
    for runner in runners.values():
        await runner.aclose()


@pytest.fixture
def judge(runners: dict[str, LivingRunner]) -> Judge:
    return Judge(runners["warm"])


async def judged(source: str | bytes, judge: Judge, *, scope: Scope = Scope.ALL) -> Judgement:
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    return await judge.judgement_of(Submission(raw, 5, scope), IMPATIENT)


def failed(report: Report) -> set[str]:
    return {check.id for check in report.checks if check.status is CheckStatus.FAILED}


@pytest.mark.parametrize(("path", "name"), on_both_paths(ACCEPTED))
async def test_odd_but_right(path: str, name: str, runners: dict[str, LivingRunner]) -> None:
    source = ACCEPTED[name]
    raw = source.encode("latin-1") if "latin-1" in source else source
    report = (await judged(raw, Judge(runners[path]))).candidate
    assert report.verdict is Verdict.ACCEPTED, report.summary


@pytest.mark.parametrize(("path", "name"), on_both_paths(WRONG))
async def test_wrong_in_its_own_way(path: str, name: str, runners: dict[str, LivingRunner]) -> None:
    source, verdict, check, words = WRONG[name]
    judgement = await judged(source, Judge(runners[path]))
    report = judgement.candidate
    assert report.verdict is verdict, report.summary
    assert check in failed(report)
    message = next(line.message for line in report.checks if line.id == check)
    assert words in message
    assert "Traceback" not in judgement.model_dump_json()
    assert report.summary.endswith(".")


@pytest.mark.parametrize("source", ["def f(:", "raise SystemExit", "import nonexistent"])
async def test_what_does_not_load_earns_nothing(source: str, judge: Judge) -> None:
    report = (await judged(source, judge)).candidate
    assert report.score == 0
    assert failed(report) == {"defined"}
    assert {line.status for line in report.checks if line.id != "defined"} == {CheckStatus.NOT_EVALUATED}


async def test_an_array_that_cannot_be_passed_on_undoes_nothing(judge: Judge) -> None:
    report = (await judged(returning("y.astype(object)"), judge)).candidate
    assert {"round_trip", "cross_round_trip"} <= failed(report)


async def test_hidden_cases_do_not_show_in_the_time(judge: Judge) -> None:
    source = "import time\n" + returning("(time.sleep(0.6) if T > 5 else None, y)[1]")
    judgement = await judged(source, judge)
    assert judgement.interviewer.times_ms.total > 600
    public_ms = sum(ms for part, ms in judgement.interviewer.times_ms.parts.items() if "public" in part)
    assert judgement.candidate.times_ms.total == pytest.approx(public_ms, abs=10)


async def test_one_buffer_for_all(judge: Judge) -> None:
    source = "import numpy as np\npool = np.empty(1 << 16)\n" + returning(
        "(pool[:y.size].reshape(y.shape), pool[:y.size].__setitem__(slice(None), y.ravel()))[0]"
    )
    report = (await judged(source, judge, scope=Scope.PUBLIC)).candidate
    assert report.verdict is Verdict.WRONG_ANSWER
    assert failed(report) == {"input_unchanged"}


async def test_what_is_printed_is_shown_for_public_cases_only(judge: Judge) -> None:
    judgement = await judged("print('hello')\n" + returning("(print('shape', x.shape), y)[1]"), judge)
    assert judgement.candidate.verdict is Verdict.ACCEPTED
    assert "hello" in judgement.candidate.stdout
    assert "shape (1, 3, 8)" in judgement.candidate.stdout
    assert len(judgement.interviewer.stdout) > len(judgement.candidate.stdout)
