"""Exceptions that are made to break what reports them, and a judge that does fail: no word of our insides."""

import json
from pathlib import Path

from app.judge.judge import Judge
from app.judge.report import Judgement, Verdict
from app.judge.submission import Submission
from sandbox.spec import NotMade, Output, RunResult, RunSpec, RunStatus
from tests.support.hostile.arena import KATA, Arena

INSIDES = ("Traceback", "sandbox/", "app/judge", "/runner", str(Path.home()), "asyncio", "LaunchFailed")
SOURCES = {
    "an exception that cannot be written": """
class Odd(Exception):
    def __str__(self): raise self
    __repr__ = __str__
    __class__ = property(lambda self: 1 / 0)
def split_heads(x, n_heads): raise Odd
merge_heads = split_heads
""",
    "a name that is no name": """
def split_heads(x, n_heads): raise type("\\ud800\\n\\x1b[31m", (Exception,), {"__module__": 3})("\\udfff")
merge_heads = split_heads
""",
    "a traceback of its own making": """
import types
def split_heads(x, n_heads):
    error = RuntimeError("x")
    lie = {"co_filename": "submission.py", "co_name": "a\\nb" * 5000, "co_firstlineno": 2**31 - 1}
    code = (lambda: 1 / 0).__code__.replace(**lie)
    types.FunctionType(code, {})()
merge_heads = split_heads
""",
    "a group of groups": """
def split_heads(x, n_heads):
    error = ValueError("x")
    for _ in range(500):
        error = ExceptionGroup("y", [error])
    raise error
merge_heads = split_heads
""",
    "numbers that are no numbers": """
import numpy as np
def split_heads(x, n_heads): return np.full((0, 2**31, 0), np.nan)
def merge_heads(x): return x.view("complex128")
""",
    "an exit in the middle of an answer": """
import os
def split_heads(x, n_heads):
    os.write(3, bytes(17))
    os._exit(0)
merge_heads = split_heads
""",
}
FEW = ("an exception that cannot be written", "an exit in the middle of an answer")
"""Enough for the slow path: what is told of an exception is read by the same code."""
REASON = "a secret reason at /srv/rightshape/insides.py"


def words(judgement: Judgement) -> str:
    """Give everything that a candidate reads, but for what the submission printed."""
    return json.dumps(judgement.candidate.model_dump(mode="json", exclude={"stdout"}))


class FailingRunner:
    """A sandbox that gives nothing but its own failure."""

    async def run(self, spec: RunSpec) -> RunResult:
        count = len(spec.calls)
        nothing = (Output(""),) * count
        return RunResult(RunStatus.SANDBOX_FAILED, (NotMade(),) * count, REASON, call_output=nothing)


async def run(arena: Arena) -> None:
    for name in SOURCES if arena.path == "warm" else FEW:
        judgement = await arena.judged(SOURCES[name].encode())
        assert judgement.candidate.verdict not in {Verdict.ACCEPTED, Verdict.JUDGE_ERROR}, name
        assert [inside for inside in INSIDES if inside in words(judgement)] == [], name
    judgement = await failed_judge()
    assert judgement.candidate.verdict is Verdict.JUDGE_ERROR
    assert REASON not in judgement.candidate.model_dump_json()


async def failed_judge() -> Judgement:
    return await Judge(FailingRunner()).judgement_of(Submission(b"", 1), KATA)


async def control(arena: Arena) -> None:
    """The interviewer's view of the same failure holds the reason: there was something to hide."""
    assert REASON in (await failed_judge()).interviewer.summary
