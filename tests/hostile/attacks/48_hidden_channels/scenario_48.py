"""Two submissions that tell different things of a hidden case get the same candidate's view."""

from typing import Final

from app.judge.report import Judgement, Scope
from tests.support.hostile.arena import Arena

FRAME: Final = """
import ctypes, os, time
def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    y = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    if B == 5:  # never on a public case
        y = y.copy()
        {act}
    return y
def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""
PAIRS: Final = {
    "exit code": ("os._exit(3)", "os._exit(7)"),
    "exit or signal": ("os._exit(0)", "ctypes.string_at(0)"),
    "exception": ("raise RuntimeError('a')", "raise LookupError('much longer')"),
    "length of output": ("print('x')", "print('x' * 1000)"),
    "which element": ("y[0, 0, 0, 0] += 1", "y[-1, -1, -1, -1] += 1"),
    "how wrong": ("y += 1", "y *= -2"),
    "time": ("pass", "time.sleep(0.1)"),
}
FEW: Final = ("exit or signal", "which element")
"""Enough for the slow path: what is shown of a case is no matter of how its child was made."""


def shown(judgement: Judgement) -> str:
    """Give the candidate's view but for the times of public cases, which are no hidden one's doing."""
    return judgement.candidate.model_dump_json(exclude={"times_ms"})


def told(judgement: Judgement) -> str:
    return judgement.interviewer.model_dump_json(exclude={"times_ms"})


async def judged(arena: Arena, act: str) -> Judgement:
    return await arena.judged(FRAME.format(act=act).encode(), scope=Scope.ALL, seed=11)


async def run(arena: Arena) -> None:
    pairs = PAIRS if arena.path == "warm" else {name: PAIRS[name] for name in FEW}
    for name, acts in pairs.items():
        first, second = [await judged(arena, act) for act in acts]
        assert shown(first) == shown(second), name
        assert set(first.candidate.times_ms.parts) == set(), name


async def control(arena: Arena) -> None:
    """The interviewer's views do differ: the submissions told what they were to tell."""
    for name in FEW:
        first, second = [await judged(arena, act) for act in PAIRS[name]]
        assert told(first) != told(second), name
