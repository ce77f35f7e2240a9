"""Every submission that a kata ships is judged to its folder's verdict and what kata.toml states of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.judge.judge import Judge
from app.judge.package import KataPackage, builtin_katas_dir, load_folder
from app.judge.report import CheckStatus, Report, Verdict
from app.judge.submission import Submission
from sandbox.fresh import FreshRunner
from sandbox.spec import RunResult, RunSpec
from tests.support.remembering import RememberingRunner

SEEDS = range(1, 21)
KATAS = [load_folder(toml.parent) for toml in sorted(builtin_katas_dir().glob("*/kata.toml"))]
SHIPPED = [
    pytest.param(kata, name, id=f"{kata.slug}/{name.removeprefix('submissions/')}")
    for kata in KATAS
    for name in sorted(kata.files)
    if name.startswith("submissions/")
]
_remembered: dict[RunSpec, RunResult] = {}


def judged(kata: KataPackage, name: str, images_dir: Path) -> Sequence[Report]:
    source = kata.files[name]

    async def judge_all() -> list[Report]:
        runner = FreshRunner(images_dir)
        await runner.start()
        judge = Judge(RememberingRunner(runner, _remembered, under_test=source))
        package = _quick(kata, name)
        submissions = [Submission(source, seed, file=name) for seed in SEEDS]
        # The first one alone, so that what is remembered of public cases is there for the others.
        first = await judge.judgement_of(submissions[0], package)
        others = await asyncio.gather(*(judge.judgement_of(each, package) for each in submissions[1:]))
        await runner.aclose()
        return [judgement.interviewer for judgement in (first, *others)]

    return asyncio.run(judge_all())


def _quick(kata: KataPackage, name: str) -> KataPackage:
    """Give a submission that never ends one second instead of five: it ends no more for it."""
    if "/time_limit_exceeded/" in name:
        return replace(kata, limits=replace(kata.limits, wall_s=1.0, cpu_s=1.0))
    return kata


@pytest.mark.parametrize(("kata", "name"), SHIPPED)
def test_verdict_checks_and_diagnosis_on_20_seeds(kata: KataPackage, name: str, images_dir: Path) -> None:
    _, folder, file = name.split("/")
    expect = kata.manifest.submissions.get(f"{folder}/{file}")
    for report in judged(kata, name, images_dir):
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
