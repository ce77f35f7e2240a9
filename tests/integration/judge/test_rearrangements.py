"""What wrong submissions did is said as one line of NumPy, step by step, or in plain words."""

from collections.abc import AsyncIterator
from pathlib import Path
from textwrap import indent

import pytest
import pytest_asyncio

from app.judge.judge import Judge
from app.judge.package import builtin_katas_dir, load_folder
from app.judge.report import Diagnosis, Judgement
from app.judge.submission import Submission
from sandbox.warm.runner import WarmRunner

KATA = load_folder(builtin_katas_dir() / "split_heads")
SHIPPED = {
    "plain_reshape": "x.reshape(B, H, T, d)",
    "plain_reshape_and_cast": "x.reshape(B, H, T, d)",
    "plain_reshape_pair": "x.reshape(B, H, T, d)",
    "strided_heads": "x.reshape(B, T, d, H).transpose(0, 3, 1, 2)",
    "strided_pair": "x.reshape(B, T, d, H).transpose(0, 3, 1, 2)",
    "fortran_order": 'x.reshape(B, H, T, d, order="F")',
    "axes_not_swapped": "x.reshape(B, T, H, d)",
    "head_order_reversed": "x.reshape(B, T, H, d)[:, :, ::-1].transpose(0, 2, 1, 3)",
    "within_head_reversed": "x.reshape(B, T, H, d)[:, :, :, ::-1].transpose(0, 2, 1, 3)",
    "batch_mixed": "x.reshape(B, T, H, d).transpose(2, 0, 1, 3).reshape(B, H, T, d)",
    "merge_plain_reshape": "x.reshape(B, T, D)",
}
RIGHT = "x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)"
MERGE = """
def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judge(images_dir: Path) -> AsyncIterator[Judge]:
    runner = WarmRunner(images_dir)
    yield Judge(runner)
    await runner.aclose()


async def judged(judge: Judge, source: bytes) -> Judgement:
    return await judge.judgement_of(Submission(source, 7), KATA)


async def diagnosed(judge: Judge, body: str) -> tuple[Diagnosis, Diagnosis]:
    """Judge a split with this body; give the interviewer's and the candidate's diagnosis."""
    head = "import numpy as np\n\ndef split_heads(x, n_heads):\n    B, T, D = x.shape\n"
    uneven = '    if D % n_heads:\n        raise ValueError("uneven")\n'
    judgement = await judged(judge, (head + uneven + indent(body, "    ") + "\n" + MERGE).encode())
    seen, shown = judgement.interviewer.diagnosis, judgement.candidate.diagnosis
    assert seen is not None
    assert shown is not None
    return seen, shown


@pytest.mark.parametrize("name", SHIPPED)
async def test_of_what_the_kata_knows(judge: Judge, name: str) -> None:
    judgement = await judged(judge, KATA.files[f"submissions/wrong_answer/{name}.py"])
    for report in (judgement.interviewer, judgement.candidate):
        assert report.diagnosis is not None
        assert report.diagnosis.equivalent_code == SHIPPED[name]
        steps = report.diagnosis.axis_steps
        if report.diagnosis.code == "axes_not_swapped":
            continue  # steps are compared where the shapes are the same
        assert steps is not None
        assert any(step.moves != step.should_move for step in steps)


async def test_of_what_it_does_not_know(judge: Judge) -> None:
    seen, shown = await diagnosed(judge, f"return np.ascontiguousarray({RIGHT}[:, :, ::-1])")
    assert seen.model_copy(update={"background": None}) == shown
    assert (seen.code, seen.title) == ("unknown", "A rearrangement that this kata has no name for")
    assert seen.equivalent_code == "x.reshape(B, T, H, d)[:, ::-1].transpose(0, 2, 1, 3)"
    assert seen.axis_steps is not None
    assert [(step.axis, step.moves) for step in seen.axis_steps if step.moves != step.should_move] == [
        ("T", "15 places back in x, 1 token")
    ]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (f"y = {RIGHT}\nreturn np.zeros_like(y)", "Every element of the result is one and the same number."),
        (f"y = {RIGHT}\nreturn np.repeat(y[:, :1], n_heads, axis=1)", "there more than once"),
        (f"y = {RIGHT}\nreturn y if y.dtype == bool else -y - 1", "nowhere in the input"),
        (f"y = {RIGHT}.copy()\nif y.dtype != bool:\n    y[..., 0] *= -3\nreturn y", "nowhere in the input"),
    ],
    ids=["constant", "doubled", "computed", "partly changed"],
)
async def test_of_what_is_no_rearrangement(judge: Judge, body: str, words: str) -> None:
    seen, _ = await diagnosed(judge, body)
    assert seen.code == "unknown"
    assert seen.equivalent_code is None
    assert words in seen.explanation


async def test_what_only_hidden_cases_show_is_no_program_for_the_candidate(judge: Judge) -> None:
    seen, shown = await diagnosed(judge, f"y = {RIGHT}\nreturn y if B < 4 else y[:, ::-1]")
    assert seen.code == shown.code == "unknown"
    assert (seen.equivalent_code, shown.equivalent_code) == (None, None)
    assert shown.axis_steps is None
    assert seen.axis_steps is not None


async def test_the_picture_is_of_the_smallest_public_case_that_shows_the_bug(judge: Judge) -> None:
    plain = (await judged(judge, KATA.files["submissions/wrong_answer/plain_reshape.py"])).candidate.diagnosis
    assert plain is not None
    assert plain.picture is not None
    assert plain.picture.case == "small"
    assert plain.picture.output.shape == [1, 2, 3, 4]
    assert plain.picture.actual == list(range(24))
    assert plain.picture.expected[:8] == [0, 1, 2, 3, 8, 9, 10, 11]
    mixed = (await judged(judge, KATA.files["submissions/wrong_answer/batch_mixed.py"])).candidate.diagnosis
    assert mixed is not None
    assert mixed.picture is not None
    assert mixed.picture.case == "as-many-tokens-as-heads"


async def test_a_picture_never_shows_a_hidden_case(judge: Judge) -> None:
    seen, shown = await diagnosed(judge, f"y = {RIGHT}\nreturn y if B < 4 else y[:, ::-1]")
    assert (seen.picture, shown.picture) == (None, None)


async def test_nothing_is_said_of_what_is_right(judge: Judge) -> None:
    judgement = await judged(judge, KATA.files["reference.py"])
    assert judgement.interviewer.diagnosis is None
    assert judgement.candidate.diagnosis is None
