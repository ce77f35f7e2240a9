"""What right submissions are told that they could do better, and what hostile ones make of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from app.judge.judge import Judge
from app.judge.package import builtin_katas_dir, load_folder
from app.judge.report import Judgement, Verdict
from app.judge.submission import Submission
from sandbox.warm.runner import WarmRunner

KATA = load_folder(builtin_katas_dir() / "split_heads")
CHECK = '    if D % n_heads:\n        raise ValueError("uneven")\n'
HEAD = f"import numpy as np\n\ndef split_heads(x, n_heads):\n    B, T, D = x.shape\n{CHECK}"
MERGE = """
def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""
VIEW = "    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)\n"
COPY = VIEW.replace("\n", ".copy()\n")
STACK = "    return np.stack(np.split(x, n_heads, axis=2), axis=1)\n"
LOOP = """\
    d = D // n_heads
    return np.stack([x[:, :, h * d:(h + 1) * d] for h in range(n_heads)], axis=1)
"""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judge(images_dir: Path) -> AsyncIterator[Judge]:
    runner = WarmRunner(images_dir)
    yield Judge(runner)
    await runner.aclose()


async def judged(judge: Judge, source: str | bytes) -> Judgement:
    raw = source if isinstance(source, bytes) else source.encode()
    return await judge.judgement_of(Submission(raw, 7), KATA)


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (VIEW, []),
        (COPY, [("copy", True)]),
        (STACK, [("copy", True)]),
        (LOOP, [("needless_loop", False), ("copy", True)]),
    ],
    ids=["view", "copy", "stack", "loop"],
)
async def test_of_right_code(judge: Judge, body: str, codes: list[tuple[str, bool]]) -> None:
    judgement = await judged(judge, HEAD + body + MERGE)
    for report in (judgement.interviewer, judgement.candidate):
        assert report.verdict is Verdict.ACCEPTED, report.summary
        assert report.score == 1
        assert [(advice.code, advice.certain) for advice in report.advice] == codes


async def test_the_line_is_told(judge: Judge) -> None:
    (loop, _) = (await judged(judge, HEAD + LOOP + MERGE)).candidate.advice
    assert loop.text.startswith("Line 8 goes through the data in Python, it seems.")


async def test_wrong_code_gets_none(judge: Judge) -> None:
    wrong = LOOP.replace("range(n_heads)", "reversed(range(n_heads))")
    report = (await judged(judge, HEAD + wrong + MERGE)).interviewer
    assert report.verdict is Verdict.WRONG_ANSWER
    assert report.advice == []


@pytest.mark.parametrize(
    "ending",
    [
        "\n# no line ends after this one",
        "\n\\",
        "\n_whether_it_is_a_view = None\n",
        "\nimport numpy\nnumpy.may_share_memory = lambda *_: [None, {}, 'x' * 10**6]\n",
        "\nimport numpy\ndef lie(*_):\n    raise SystemExit\nnumpy.may_share_memory = lie\n",
    ],
)
async def test_what_meddles_with_it_gets_its_verdict_all_the_same(judge: Judge, ending: str) -> None:
    report = (await judged(judge, HEAD + COPY + MERGE + ending)).interviewer
    assert report.verdict in {Verdict.ACCEPTED, Verdict.COMPILE_ERROR, Verdict.RUN_TIME_ERROR}
    assert {advice.code for advice in report.advice} <= {"copy"}


async def test_a_source_that_is_hard_to_read_gets_its_verdict_all_the_same(judge: Judge) -> None:
    deep = "\ndef unused():\n    return " + "-" * 3000 + "1\n"
    report = (await judged(judge, HEAD + VIEW + MERGE + deep)).interviewer
    assert report.verdict in {Verdict.ACCEPTED, Verdict.COMPILE_ERROR, Verdict.MEMORY_LIMIT_EXCEEDED}
    in_latin = b"# coding: latin-1\n# \xe9\n" + (HEAD + LOOP + MERGE).encode()
    assert [advice.code for advice in (await judged(judge, in_latin)).candidate.advice] == [
        "needless_loop",
        "copy",
    ]
