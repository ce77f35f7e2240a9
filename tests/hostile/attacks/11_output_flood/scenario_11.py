"""A flood of output leaves the memory of this process as it was."""

from pathlib import Path

from sandbox.spec import Limits, RunSpec, RunStatus
from tests.support.hostile.arena import PAIR, USUAL, Arena

FLOOD_BYTES = 128 << 20
SLACK_BYTES = 32 << 20
SOURCE = f"""
import os
for _ in range({FLOOD_BYTES >> 20}):
    os.write(1, b"x" * (1 << 20))
def split_heads(x, n_heads): return x
merge_heads = abs
""".encode()


def peak_bytes() -> int:
    """Give the most memory that this process held since the peak was reset."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    raise AssertionError("the kernel tells no peak")


def reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


async def run(arena: Arena) -> None:
    reset_peak()
    before = peak_bytes()
    result = await arena.run(SOURCE)
    assert result.status is RunStatus.COMPLETED, result.detail
    assert result.load_output.truncated
    assert len(result.load_output.text) == USUAL.stdout_bytes
    assert peak_bytes() - before < SLACK_BYTES


async def control(arena: Arena) -> None:
    """Without a budget all of it is kept, and the measure shows it."""
    reset_peak()
    before = peak_bytes()
    unbounded = Limits(wall_s=20.0, cpu_s=20.0, stdout_bytes=2 * FLOOD_BYTES)
    result = await arena.runner.run(RunSpec(SOURCE, PAIR, unbounded))
    assert len(result.load_output.text) == FLOOD_BYTES
    assert peak_bytes() - before > FLOOD_BYTES
