"""A set of wrong submissions, written and labelled apart from the judge and from the kata's own submissions.

What is wrong with each stands in `labelled/labels.toml`, reasoned out before it was judged.
"""

import ast
import asyncio
import tomllib
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest
import pytest_asyncio

from app.judge.judge import Judge
from app.judge.report import Cause, Report, Verdict
from app.judge.submission import Submission
from sandbox.spec import RunResult, RunSpec
from sandbox.warm.runner import WarmRunner
from tests.support.fake_judge import SPLIT_HEADS
from tests.support.remembering import RememberingRunner
from tests.support.reports import failed
from tests.support.scripts import loaded

FOLDER: Final = Path(__file__).with_name("labelled")
SEEDS: Final = (20, 77)
LAYOUTS: Final = frozenset(bug.code for bug in SPLIT_HEADS.manifest.diagnoses if bug.submission is not None)
CODES: Final = (*(bug.code for bug in SPLIT_HEADS.manifest.diagnoses), "unknown")
UNTOLD: Final = frozenset(
    """
    added_twice as_it_lies average_of_the_batch even_then_odd folded_and_promoted merged_as_it_comes
    nan_guard_in_place real_parts scaled_early selection_matrix three_decimals
    """.split()
)
"""Submissions whose condition is in no words that the judge has, or in others; it tells none, or that."""


@dataclass(frozen=True, slots=True)
class Label:
    """What judging one submission must find."""

    style: str
    failed: list[str]
    diagnosis: str
    causes: list[str]
    why: str
    sometimes: list[str] = field(default_factory=list)
    """Checks that fail or pass with the sizes that are drawn."""
    holds_when: str | None = None
    """The condition that a person would want to read of the first wrong function."""

    @property
    def codes(self) -> list[str]:
        return [self.diagnosis, *self.causes]


LABELS: Final = {
    name: Label(**table) for name, table in tomllib.loads((FOLDER / "labels.toml").read_text()).items()
}


def source_of(name: str) -> bytes:
    return (FOLDER / f"{name}.py").read_bytes()


@dataclass(frozen=True, slots=True)
class Desk:
    """Judges in warm children, each submission once."""

    runner: WarmRunner
    remembered: dict[RunSpec, RunResult] = field(default_factory=dict)
    reports: dict[str, list[Report]] = field(default_factory=dict)

    async def judged(self, name: str) -> list[Report]:
        if name not in self.reports:
            source = source_of(name)
            judge = Judge(RememberingRunner(self.runner, self.remembered, under_test=source))
            submissions = [Submission(source, seed, file=f"{name}.py") for seed in SEEDS]
            judgements = await asyncio.gather(
                *(judge.judgement_of(each, SPLIT_HEADS) for each in submissions)
            )
            self.reports[name] = [judgement.interviewer for judgement in judgements]
        return self.reports[name]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(images_dir: Path) -> AsyncIterator[Desk]:
    runner = WarmRunner(images_dir)
    yield Desk(runner)
    await runner.aclose()


def causes_of(report: Report) -> list[Cause]:
    return [report.diagnosis, *report.diagnosis.causes] if report.diagnosis else []


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", LABELS)
async def test_checks_and_causes(name: str, desk: Desk) -> None:
    label = LABELS[name]
    for report in await desk.judged(name):
        assert report.verdict is Verdict.WRONG_ANSWER, report.summary
        assert [check for check in failed(report) if check not in label.sometimes] == label.failed
        assert [cause.code for cause in causes_of(report)] == label.codes


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", [name for name in LABELS if LABELS[name].holds_when and name not in UNTOLD])
async def test_condition(name: str, desk: Desk) -> None:
    for report in await desk.judged(name):
        wrong = [check for check in report.checks if check.id in {"index", "merge_index"} and check.evidence]
        evidence = wrong[0].evidence
        assert evidence is not None
        assert evidence.holds_when == LABELS[name].holds_when


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", LABELS)
async def test_every_program_that_is_told_does_the_same(name: str, desk: Desk) -> None:
    for report in await desk.judged(name):
        for cause in causes_of(report):
            if cause.equivalent_code is None:
                assert cause.code not in LAYOUTS
                continue
            assert cause.function is not None
            prove(cause.equivalent_code, name, cause.function)


def prove(program: str, name: str, function: str) -> None:
    """Run a program and the submission on arrays that no case has."""
    submission = loaded(source_of(name))[function]
    compiled = compile(program, "program", "eval")
    for x, sizes in inputs(function, seed=zlib.crc32(name.encode())):
        done = submission(*((x.copy(), sizes["H"]) if function == "split_heads" else (x.copy(),)))
        told = eval(compiled, {"np": np, "x": x, **sizes})  # noqa: S307 - a program of our own judge
        assert isinstance(done, np.ndarray)
        assert told.shape == done.shape
        # A dtype that differs from case to case is left out of the program.
        assert told.astype(done.dtype).tobytes() == done.tobytes(), (program, sizes, x.strides)


def inputs(function: str, *, seed: int) -> Iterator[tuple[np.ndarray, dict[str, int]]]:
    """Draw sizes and layouts, with a number of its own in every element."""
    generator = np.random.default_rng(seed)
    for turn in range(24):
        B, T, H, d = (int(size) for size in generator.integers(1, (5, 10, 7, 12)))
        sizes = {"B": B, "T": T, "D": H * d, "H": H, "d": d}
        shape = (B, T, H * d) if function == "split_heads" else (B, H, T, d)
        tags = generator.permutation(B * T * H * d).reshape(shape) + 3
        x = tags.astype("float64" if turn % 4 else "int64")
        lain = (x, np.asfortranarray(x), np.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2))[turn % 3]
        yield lain, sizes


class TestTheSet:
    def test_every_file_has_a_label(self) -> None:
        assert {file.stem for file in FOLDER.glob("*.py")} == set(LABELS)
        assert set(LABELS) >= UNTOLD
        assert len(LABELS) >= 40

    @pytest.mark.parametrize("code", CODES)
    def test_every_code_is_there_in_several_styles(self, code: str) -> None:
        styles = {label.style for label in LABELS.values() if code in label.codes}
        assert len(styles) >= (14 if code == "unknown" else 4)

    def test_some_have_several_causes(self) -> None:
        assert sum(len(label.causes) >= 2 for label in LABELS.values()) >= 4

    def test_labels_name_checks_in_the_order_of_the_kata(self) -> None:
        order = [check.id for check in SPLIT_HEADS.manifest.checks]
        for label in LABELS.values():
            assert label.failed == sorted(label.failed, key=order.index)
            assert set(label.sometimes) <= set(order) - set(label.failed)

    def test_no_two_are_the_same_but_for_names(self) -> None:
        counts = Counter(form_of(ast.parse(source_of(name))) for name in LABELS)
        assert counts.most_common(1)[0][1] == 1

    @pytest.mark.parametrize("name", LABELS)
    def test_shares_no_source_with_the_kata(self, name: str) -> None:
        tree = ast.parse(source_of(name))
        assert form_of(tree) not in shipped_forms()
        wrong = {form_of(node) for node in functions_in(tree)} - right_forms()
        assert not wrong & shipped_forms()


@cache
def shipped_forms() -> frozenset[str]:
    """Give the form of every submission of the kata that compiles, and of every function in a wrong one."""
    forms: set[str] = set()
    for name, source in SPLIT_HEADS.files.items():
        if name.startswith("submissions/") and "/compile_error/" not in name:
            tree = ast.parse(source)
            forms.add(form_of(tree))
            if "/wrong_answer/" in name:
                forms.update(form_of(node) for node in functions_in(tree))
    return frozenset(forms)


@cache
def right_forms() -> frozenset[str]:
    """Give the form of the reference's functions, which everybody writes."""
    return frozenset(form_of(node) for node in functions_in(ast.parse(SPLIT_HEADS.files["reference.py"])))


def functions_in(tree: ast.AST) -> Iterator[ast.AST]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda))


def form_of(tree: ast.AST) -> str:
    """Dump a copy of a tree with names numbered as they come and texts left out."""
    numbers: dict[str, str] = {}
    copy = ast.parse(ast.unparse(tree))
    for node in ast.walk(copy):
        for key in ("id", "arg", "name"):
            value = getattr(node, key, None)
            if isinstance(value, str):
                setattr(node, key, numbers.setdefault(value, f"name{len(numbers)}"))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(copy)
