"""A slot is given to the next only when the child before is gone with all its memory."""

import asyncio
from dataclasses import replace

from sandbox.spec import RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, USUAL, Arena
from tests.support.hostile.watching import Watcher

TOUCHED_BYTES = 192 << 20
BASELINE_BYTES = 160 << 20
"""What zygote, launcher and the children's own parts may weigh together."""
PATIENT = replace(USUAL, wall_s=20.0)
SOURCE = f"""
import os, time
import numpy as np
held = np.ones({TOUCHED_BYTES}, np.uint8)
time.sleep(0.6)
os._exit(0)
""".encode()


async def most_together(arena: Arena, *, slots: int) -> int:
    # The watcher is there first: a child that is made ahead is one of those that it adds up.
    with Watcher() as watcher:
        async with arena.weakened((), slots=slots) as runner:
            work = [runner.run(RunSpec(SOURCE, PAIR, PATIENT)) for _ in range(3)]
            results = await watcher.during(asyncio.gather(*work))
    assert {result.status for result in results} == {RunStatus.EXITED}
    assert watcher.largest_bytes > TOUCHED_BYTES
    return watcher.together_bytes


async def run(arena: Arena) -> None:
    assert await most_together(arena, slots=1) < TOUCHED_BYTES + BASELINE_BYTES


async def control(arena: Arena) -> None:
    """Two slots hold two at once, which the watcher sees."""
    assert await most_together(arena, slots=2) > 2 * TOUCHED_BYTES
