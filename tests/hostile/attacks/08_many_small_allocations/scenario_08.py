"""Each child has its own bound: several that fill it at once stay within it together."""

import asyncio
from dataclasses import replace

from sandbox.jail.walls import Wall
from sandbox.spec import Returned, RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, USUAL, Arena
from tests.support.hostile.watching import Watcher

CHILDREN = 4
BOUND = replace(USUAL, memory_bytes=64 << 20)
ASKED_BYTES = 160 << 20
BASELINE_BYTES = 120 << 20
"""What a warm interpreter with NumPy may weigh itself."""
SOURCE = f"""
held = []
def split_heads(x, n_heads):
    for _ in range({ASKED_BYTES} // 256):
        held.append(bytes(223))
    return x
merge_heads = split_heads.__class__(split_heads.__code__, globals(), "m", (2,))
""".encode()


async def run(arena: Arena) -> None:
    with Watcher() as watcher:
        work = [arena.run(SOURCE, *PAIR, limits=BOUND) for _ in range(CHILDREN)]
        results = await watcher.during(asyncio.gather(*work))
    assert {type(result.outcomes[0]).__name__ for result in results} <= {"OutOfMemory", "NotMade"}
    for result in results:
        if result.status is not RunStatus.COMPLETED:
            assert result.status is RunStatus.MEMORY_LIMIT, result
    assert 0 < watcher.largest_bytes < BASELINE_BYTES + BOUND.memory_bytes


async def control(arena: Arena) -> None:
    """Without the bound one child takes all that it asks for, and the watcher sees it."""
    async with arena.weakened({Wall.LIMITS, Wall.CONTROL_GROUP}, slots=1) as runner:
        with Watcher() as watcher:
            result = await watcher.during(runner.run(RunSpec(SOURCE, PAIR[:1], BOUND)))
    assert isinstance(result.outcomes[0], Returned), result
    assert watcher.largest_bytes > ASKED_BYTES
