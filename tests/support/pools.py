"""Warm runners for tests: started, closed in the end, and gone from the host when that is done."""

import asyncio
import contextlib
import os
import signal
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypedDict, Unpack

from sandbox.spec import Call, Limits, RunResult, RunSpec, Value
from sandbox.warm.runner import WarmRunner
from sandbox.warm.slot import Slot
from tests.support.children import value_of
from tests.support.leftovers import Newcomers
from tests.support.waiting import until

SPIN = "def f():\n    while True: pass\n"


class Options(TypedDict, total=False):
    """What a test may ask of a pool."""

    slots: int
    parked: bool
    generation: int
    most_waiting: int


@contextlib.asynccontextmanager
async def pool(images_dir: Path, **options: Unpack[Options]) -> AsyncIterator[WarmRunner]:
    """Give a started runner, and see to it that nothing is left of it."""
    await asyncio.to_thread(int)
    newcomers = Newcomers()
    runner = WarmRunner(images_dir, **options)
    await runner.start()
    try:
        yield runner
    finally:
        await runner.aclose()
    assert newcomers.now() == []


def spec_of(source: str, *, lane: str = "", limits: Limits | None = None) -> RunSpec:
    """Make a spec that calls `f` once."""
    return RunSpec(textwrap.dedent(source).encode(), (Call("f", ()),), limits or Limits(), lane)


async def run(runner: WarmRunner, source: str, *, lane: str = "", limits: Limits | None = None) -> RunResult:
    """Run a source that defines `f`."""
    return await runner.run(spec_of(source, lane=lane, limits=limits))


async def value(runner: WarmRunner, body: str) -> Value:
    """Run `body` as a function and give what it returned."""
    source = "import numpy as np\ndef f():\n" + textwrap.indent(textwrap.dedent(body), "    ")
    result = await run(runner, source)
    return value_of(result.outcomes[0])


async def at_rest(runner: WarmRunner) -> None:
    """Wait until no slot is in use any more and every child that is to be parked is ready."""
    await runner.rest()
    await until(lambda: runner.busy == 0)


def zygote_pid(slot: Slot) -> int:
    """Give the pid of a slot's zygote."""
    assert slot.zygote is not None
    assert slot.zygote.process is not None
    pid = slot.zygote.process.pid()
    assert pid is not None
    return pid


def kill_zygote(slot: Slot) -> None:
    """Kill a slot's zygote, where it has one that lives, as the kernel would that is out of memory."""
    process = slot.zygote.process if slot.zygote else None
    pid = process.pid() if process else None
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
