"""While four submissions of one user spin, another user's timing verdict is the same as ever."""

import asyncio
from dataclasses import replace

from app.judge.report import Verdict
from tests.support.hostile.arena import USUAL, Arena

SPINNERS = 4
SHORT = replace(USUAL, wall_s=0.5)
SOURCE = b"while True: pass"


async def run(arena: Arena) -> None:
    spinning = asyncio.gather(*(arena.judged(SOURCE, limits=SHORT) for _ in range(SPINNERS)))
    await arena.honest()
    await arena.honest()
    judgements = await spinning
    assert {judgement.candidate.verdict for judgement in judgements} == {Verdict.TIME_LIMIT_EXCEEDED}
