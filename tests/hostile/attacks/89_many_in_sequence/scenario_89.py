"""Nothing grows: descriptors, processes, zombies, namespaces and control groups are counted exactly.

Ten thousand in sequence are run by `kata bench sandbox --soak 10000`.
"""

import os
import subprocess
from typing import Final

from sandbox.spec import Call, Limits, RunStatus
from tests.support.hostile import inventory
from tests.support.hostile.arena import Arena

RUNS: Final = {"fresh": 20, "warm": 200}
"""The slow path takes a tenth of a second for each."""
SHORT: Final = Limits(wall_s=0.05, cpu_s=5.0)
USUAL: Final = Limits(wall_s=5.0, cpu_s=5.0)
BEGIN: Final = b"import ctypes, os, sys, time\n"
KINDS: Final[tuple[tuple[bytes, Limits, RunStatus], ...]] = (
    (b"def f(): return 7", USUAL, RunStatus.COMPLETED),
    (b"def f(): raise ValueError", USUAL, RunStatus.COMPLETED),
    (b"def f(): os._exit(3)", USUAL, RunStatus.EXITED),
    (b"def f(): ctypes.string_at(0)", USUAL, RunStatus.EXITED),
    (b"def f(): os.write(3, bytes(64))", USUAL, RunStatus.BAD_FRAME),
    (b"1 / 0", USUAL, RunStatus.LOAD_FAILED),
    (b"def f(:", USUAL, RunStatus.COMPILE_FAILED),
    (b"def f(): os.closerange(0, 64); os._exit(0)", USUAL, RunStatus.EXITED),
    (b"def f(): print('x' * 100000); return 7", USUAL, RunStatus.COMPLETED),
    (b"def f(): time.sleep(60)", SHORT, RunStatus.TIME_LIMIT),
)


async def run(arena: Arena) -> None:
    """Run them; that everything is as before is seen by the inventory taken round every scenario."""
    for number in range(RUNS[arena.path]):
        source, limits, status = KINDS[number % len(KINDS)]
        result = await arena.run(BEGIN + source, Call("f", ()), limits=limits)
        assert result.status is status, (source, result)


async def control(arena: Arena) -> None:
    """One descriptor more, or one process, is seen by the same count."""
    before = inventory.take()
    fd = os.open("/", os.O_RDONLY)
    try:
        assert "files" in before.differences(inventory.take())
    finally:
        os.close(fd)
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as process:
        assert "processes" in before.differences(inventory.take())
        process.communicate()
