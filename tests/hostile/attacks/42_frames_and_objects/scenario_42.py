"""Every child, made ahead or on demand, comes from a process that holds no answer to borrow."""

from pathlib import Path

from sandbox.spec import Limits, RunResult, RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, Arena

CHILDREN = 3
PATIENT = Limits(wall_s=20.0, cpu_s=20.0)
BORROWING = (Path(__file__).parent / "submission_borrowed.py").read_bytes()
LEFT = b"""
def left(x, n):
    B, T, D = x.shape
    return x.reshape(B, T, n, D // n).transpose(0, 2, 1, 3)
"""


async def borrowed(arena: Arena, before: bytes = b"") -> RunResult:
    return await arena.runner.run(RunSpec(before + BORROWING, PAIR, PATIENT))


async def run(arena: Arena) -> None:
    for _ in range(CHILDREN):
        result = await borrowed(arena)
        assert result.status is RunStatus.LOAD_FAILED, result
        assert result.failure is not None
        assert result.failure.type_name == "LookupError"


async def control(arena: Arena) -> None:
    """Where an answer was left behind it is found and used."""
    result = await borrowed(arena, LEFT)
    assert result.status is RunStatus.COMPLETED, result
