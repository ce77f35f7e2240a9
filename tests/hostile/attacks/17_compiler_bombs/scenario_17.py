"""Compiling happens in the child: whatever it takes or breaks there is the submission's own verdict."""

import asyncio
from dataclasses import replace

from app.judge.report import Verdict
from app.judge.submission import MAX_SOURCE_BYTES
from sandbox.jail.walls import Wall
from sandbox.spec import RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, USUAL, Arena

BOMBS = {
    "parentheses": "(" * 30_000 + ")" * 30_000,
    "brackets": "[" * 30_000 + "]" * 30_000,
    "minus signs": "x = " + "-" * 60_000 + "1",
    "sum": "x = " + "1+" * 30_000 + "1",
    "power tower": "x = " + "9**" * 8 + "9",
    "long text": "x = 'a' * 10**10",
    "conditions": "x = " + "1 if 1 else " * 5_000 + "1",
    "lambdas": "x = " + "lambda: " * 5_000 + "1",
    "comprehensions": "x = " + "[" * 150 + "1" + " for _ in ()]" * 150,
    "blocks": "".join(f"{' ' * n}if 1:\n" for n in range(99)) + " " * 99 + "pass",
    "format strings": "x = " + 'f"{' * 60 + "1" + '}"' * 60,
}
FEW = ("parentheses", "power tower", "long text")
"""Enough for the slow path: the compiler is the same."""
FAILING = set(Verdict) - {Verdict.ACCEPTED, Verdict.JUDGE_ERROR, Verdict.WRONG_ANSWER}
SHORT = replace(USUAL, wall_s=1.0, cpu_s=2.0, memory_bytes=128 << 20)
LARGE = b"x = " + b"1+" * (5 << 19) + b"1"
GROWING = b"x = 'a' * (160 << 20)\nprint('attack: grown: done')"


async def run(arena: Arena) -> None:
    for name in BOMBS if arena.path == "warm" else FEW:
        text = BOMBS[name]
        assert len(text) <= MAX_SOURCE_BYTES, name
        judgement = await arena.judged(text.encode(), limits=SHORT)
        assert judgement.candidate.verdict in FAILING, name
    large = await arena.run(LARGE, limits=SHORT)
    ended = {RunStatus.COMPILE_FAILED, RunStatus.MEMORY_LIMIT, RunStatus.TIME_LIMIT, RunStatus.EXITED}
    assert large.status in ended, large
    assert (await arena.run(GROWING, limits=replace(SHORT, memory_bytes=64 << 20))).load_output.text == ""


async def control(arena: Arena) -> None:
    """What a constant expression may take is held by the memory bound and nothing else."""
    async with arena.weakened({Wall.LIMITS, Wall.CONTROL_GROUP}, slots=1) as runner:
        spec = RunSpec(GROWING, PAIR, replace(SHORT, wall_s=5.0, memory_bytes=64 << 20))
        result = await asyncio.wait_for(runner.run(spec), 30)
    assert "attack: grown: done" in result.load_output.text
