"""Every submission that a kata ships is judged to its folder's verdict and what kata.toml states of it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from app.judge.judge import Judge
from app.judge.package import KataPackage, builtin_katas_dir, load_folder
from app.judge.report import CheckStatus, Report, Verdict
from app.judge.submission import Submission
from sandbox.spec import RunResult, RunSpec
from tests.support.children import PATHS, LivingRunner
from tests.support.remembering import RememberingRunner

SEEDS: Final = {"warm": range(1, 21), "fresh": range(1, 3)}
"""Many on the path that judges, and some on the other, whose children are no different."""
KATAS = [load_folder(toml.parent) for toml in sorted(builtin_katas_dir().glob("*/kata.toml"))]
SHIPPED = [
    pytest.param(kata, name, id=f"{kata.slug}/{name.removeprefix('submissions/')}")
    for kata in KATAS
    for name in sorted(kata.files)
    if name.startswith("submissions/")
]


@dataclass(frozen=True, slots=True)
class Desk:
    """One path's runner, and what its children made of trusted sources."""

    runner: LivingRunner
    remembered: dict[RunSpec, RunResult] = field(default_factory=dict)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desks(images_dir: Path) -> AsyncIterator[dict[str, Desk]]:
    desks = {path: Desk(runner_of(images_dir)) for path, runner_of in PATHS.items()}
    yield desks
    for desk in desks.values():
        await desk.runner.aclose()


async def judged(kata: KataPackage, name: str, desk: Desk, seeds: Sequence[int]) -> Sequence[Report]:
    source = kata.files[name]
    judge = Judge(RememberingRunner(desk.runner, desk.remembered, under_test=source))
    package = _quick(kata, name)
    submissions = [Submission(source, seed, file=name) for seed in seeds]
    # The first one alone, so that what is remembered of public cases is there for the others.
    first = await judge.judgement_of(submissions[0], package)
    others = await asyncio.gather(*(judge.judgement_of(each, package) for each in submissions[1:]))
    return [judgement.interviewer for judgement in (first, *others)]


def _quick(kata: KataPackage, name: str) -> KataPackage:
    """Give a submission that never ends half a second instead of five: it ends no more for it."""
    if "/time_limit_exceeded/" in name:
        return replace(kata, limits=replace(kata.limits, wall_s=0.5, cpu_s=0.5))
    return kata


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("path", list(PATHS))
@pytest.mark.parametrize(("kata", "name"), SHIPPED)
async def test_verdict_checks_and_diagnosis(
    kata: KataPackage, name: str, path: str, desks: dict[str, Desk]
) -> None:
    _, folder, file = name.split("/")
    expect = kata.manifest.submissions.get(f"{folder}/{file}")
    for report in await judged(kata, name, desks[path], SEEDS[path]):
        assert report.verdict == Verdict(folder), report.summary
        if expect is not None:
            failed = [check.id for check in report.checks if check.status is CheckStatus.FAILED]
            found = report.diagnosis
            assert failed == expect.failed
            assert (found.code if found else None) == expect.diagnosis
            assert [cause.code for cause in (found.causes if found else [])] == expect.causes


@pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.slug)
class TestCoverage:
    def test_enough_of_each(self, kata: KataPackage) -> None:
        folders = [name.split("/")[1] for name in kata.files if name.startswith("submissions/")]
        assert folders.count("accepted") >= 4
        assert folders.count("wrong_answer") >= 14

    def test_every_wrong_one_states_what_must_be_found(self, kata: KataPackage) -> None:
        wrong = {name.removeprefix("submissions/") for name in kata.files if "/wrong_answer/" in name}
        assert wrong == set(kata.manifest.submissions)

    def test_every_code_is_shown(self, kata: KataPackage) -> None:
        shown = {
            code
            for expect in kata.manifest.submissions.values()
            for code in (expect.diagnosis, *expect.causes)
        }
        assert {diagnosis.code for diagnosis in kata.manifest.diagnoses} <= shown

    def test_every_check_is_failed_by_something(self, kata: KataPackage) -> None:
        failed = {check for expect in kata.manifest.submissions.values() for check in expect.failed}
        elsewhere = {"defined", "runs"}  # failed by the submissions of the other folders
        assert {check.id for check in kata.manifest.checks} == failed | elsewhere
