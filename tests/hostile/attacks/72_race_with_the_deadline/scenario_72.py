"""A frame that is whole before the deadline counts, all others do not, and there is nothing between."""

import asyncio
from typing import Final

from sandbox.spec import Call, Limit, Limits, NotMade, Returned, RunStatus
from tests.support.hostile.arena import Arena

SHORT: Final = Limits(wall_s=0.3, cpu_s=5.0)
STEPS: Final = {"fresh": 6, "warm": 12}
SLEEPER: Final = b"""
import time
def f(seconds):
    time.sleep(seconds)
    return 7
"""
FORGER: Final = b"""
import os, struct, sys
def f(whole):
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("work"), "nonce"):
        frame = frame.f_back
    nonce = frame.f_locals["work"].nonce
    data = struct.pack("<4sBBBBQII8IQ", b"RSHF", 1, 37, 0, 0, nonce, 0, 0, *[0] * 8, 1) + b"\\x07"
    os.write(3, data[: len(data) - (not whole)])
    while True:
        pass
"""
SECOND: Final = b"""
def f(): return 7
def g():
    while True:
        pass
"""


async def run(arena: Arena) -> None:
    steps = STEPS[arena.path]
    seconds = [SHORT.wall_s - 0.02 + 0.03 * step / steps for step in range(steps)]
    results = await asyncio.gather(
        *(arena.run(SLEEPER, Call("f", (length,)), limits=SHORT) for length in (0.0, *seconds, 30.0))
    )
    allowed = {
        (RunStatus.COMPLETED, None, (Returned(7),)),
        (RunStatus.TIME_LIMIT, Limit.WALL, (NotMade(),)),
    }
    ends = [(result.status, result.limit, result.outcomes) for result in results]
    assert set(ends) <= allowed, ends
    assert ends[0][0] is RunStatus.COMPLETED
    assert ends[-1][0] is RunStatus.TIME_LIMIT
    half = await arena.run(FORGER, Call("f", (False,)), limits=SHORT)
    assert (half.status, half.outcomes) == (RunStatus.TIME_LIMIT, (NotMade(),))
    partly = await arena.run(SECOND, Call("f", ()), Call("g", ()), limits=SHORT)
    assert (partly.status, partly.outcomes) == (RunStatus.TIME_LIMIT, (Returned(7), NotMade()))


async def control(arena: Arena) -> None:
    """The same spinning child, its frame complete, has answered in time: the frame decides, not the end."""
    whole = await arena.run(FORGER, Call("f", (True,)), limits=SHORT)
    assert (whole.status, whole.outcomes) == (RunStatus.COMPLETED, (Returned(7),))
