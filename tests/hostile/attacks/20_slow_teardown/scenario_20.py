"""A slot is given to the next only when the child before is gone with all its memory."""

import asyncio
from dataclasses import replace

from sandbox.spec import RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, USUAL, Arena, Startable
from tests.support.hostile.watching import Watcher

TOUCHED_BYTES = 192 << 20
BASELINE_BYTES = 160 << 20
"""What zygote, launcher and the children's own parts may weigh together."""
PATIENT = replace(USUAL, wall_s=20.0)
SOURCE = f"""
import os, time
import numpy as np
held = np.ones({TOUCHED_BYTES}, np.uint8)
time.sleep(0.8)
os._exit(0)
""".encode()


async def most_together(runner: Startable) -> int:
    with Watcher() as watcher:
        work = [runner.run(RunSpec(SOURCE, PAIR, PATIENT)) for _ in range(3)]
        results = await watcher.during(asyncio.gather(*work))
    assert {result.status for result in results} == {RunStatus.EXITED}
    assert watcher.largest_bytes > TOUCHED_BYTES
    return watcher.together_bytes


async def run(arena: Arena) -> None:
    async with arena.weakened((), slots=1) as runner:
        assert await most_together(runner) < TOUCHED_BYTES + BASELINE_BYTES


async def control(arena: Arena) -> None:
    """Two slots hold two at once, which the watcher sees."""
    async with arena.weakened((), slots=2) as runner:
        assert await most_together(runner) > 2 * TOUCHED_BYTES
