"""A crash leaves no core file; without the walls it lies where the child was."""

import shutil
import tempfile
from pathlib import Path

from sandbox.jail.walls import Wall
from sandbox.spec import RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, USUAL, Arena

WALLS = {Wall.SECCOMP, Wall.LIMITS, Wall.DUMPABLE, Wall.ROOT, Wall.LANDLOCK}
SOURCE = """
import ctypes, os, resource
try:
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    os.chdir({folder!r})
except (OSError, ValueError):
    pass
ctypes.string_at(0)
"""


async def crashed(arena: Arena, without: set[Wall]) -> bool:
    """Tell whether a child that crashes leaves a core file in a folder that it may write to."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-core-"))
    try:
        folder.chmod(0o777)
        spec = RunSpec(SOURCE.format(folder=str(folder)).encode(), PAIR, USUAL)
        async with arena.weakened(without, slots=1) as runner:
            result = await runner.run(spec)
        assert result.status is RunStatus.EXITED, result
        return any(folder.iterdir())
    finally:
        shutil.rmtree(folder)


async def run(arena: Arena) -> None:
    assert not await crashed(arena, set())
    for wall in (Wall.LIMITS, Wall.DUMPABLE):
        assert not await crashed(arena, WALLS - {wall})


async def control(arena: Arena) -> None:
    assert await crashed(arena, WALLS)
