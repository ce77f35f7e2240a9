"""Many children that crash at once: each is told as a crash, others are served in between and after."""

import asyncio
from pathlib import Path

from sandbox.spec import RunStatus
from tests.support.hostile.arena import Arena

CRASHES = {"fresh": 12, "warm": 40}
SOURCE = b"""
import ctypes
def split_heads(x, n_heads):
    ctypes.string_at(0)
merge_heads = abs
"""


async def run(arena: Arena) -> None:
    storm = asyncio.gather(*(arena.run(SOURCE) for _ in range(CRASHES[arena.path])))
    await arena.honest()
    results = await storm
    assert {result.status for result in results} == {RunStatus.EXITED}
    assert {result.detail for result in results} == {"the process crashed (signal SEGV)"}
    cores = [
        *Path.cwd().glob("core*"),
        *arena.images_dir.glob("*/core*"),
        *arena.images_dir.glob("*/root/core*"),
    ]
    assert cores == []
