"""The zygote leaves at the first message that is no order; another takes its place and no run is lost."""

import asyncio
import os
import socket
from collections.abc import Callable
from typing import Final

import pytest

from sandbox import orders
from sandbox.spec import Call, Limits, Returned, RunSpec, RunStatus
from sandbox.warm.runner import WarmRunner
from sandbox.warm.zygote import Zygote
from tests.support.hostile.arena import Arena

SOURCE: Final = b"""
import time
def f(seconds):
    time.sleep(seconds)
    return 7
"""
ORDER: Final = orders.FORK_FORM.pack(orders.FORK, 99, False, 1 << 40, 1)
Message = Callable[[socket.socket, list[int]], object]


def half_and_the_end(control: socket.socket, _: list[int]) -> None:
    control.send(ORDER[:3])
    control.shutdown(socket.SHUT_RDWR)


MESSAGES: Final[dict[str, Message]] = {
    "one byte": lambda control, pipes: control.send(b"x"),
    "stray bytes": lambda control, pipes: control.send(os.urandom(64)),
    "oversized": lambda control, pipes: control.send(ORDER * 1000),
    "half an order": lambda control, pipes: control.send(ORDER[:5]),
    "another kind": lambda control, pipes: socket.send_fds(control, [b"Z" + ORDER[1:]], pipes[:3]),
    "no descriptors": lambda control, pipes: control.send(ORDER),
    "too few descriptors": lambda control, pipes: socket.send_fds(control, [ORDER], pipes[:2]),
    "too many descriptors": lambda control, pipes: socket.send_fds(control, [ORDER], pipes),
    "half an order and the end": half_and_the_end,
}


async def run(arena: Arena) -> None:
    if arena.path != "warm":
        pytest.skip("there is no zygote on the slow path")
    async with arena.weakened((), slots=1) as runner:
        assert isinstance(runner, WarmRunner)
        (slot,) = runner.slots
        for count, (name, send) in enumerate(MESSAGES.items(), start=1):
            attacked = slot.zygote
            await attack(attacked, send)
            result = await runner.run(spec_of(0.0))
            assert result.outcomes == (Returned(7),), (name, result)
            assert slot.zygote is not attacked, name
            assert slot.replaced == count, name
        under_way = asyncio.create_task(runner.run(spec_of(0.3)))
        while runner.made < len(MESSAGES) + 1:
            await asyncio.sleep(0.01)
        await attack(slot.zygote, MESSAGES["stray bytes"])
        result = await under_way
        assert (result.status, result.outcomes) == (RunStatus.COMPLETED, (Returned(7),))


async def control(arena: Arena) -> None:
    """The same socket does take orders: a true one makes a child, and the zygote stays."""
    if arena.path != "warm":
        pytest.skip("there is no zygote on the slow path")
    async with arena.weakened((), slots=1) as runner:
        assert isinstance(runner, WarmRunner)
        (slot,) = runner.slots
        zygote = slot.zygote
        assert zygote is not None
        child = zygote.order(Limits(), warmed=False)
        while child.process is None:
            await asyncio.sleep(0.01)
        await child.bury()
        assert slot.zygote is zygote
        assert (await runner.run(spec_of(0.0))).outcomes == (Returned(7),)
        assert slot.replaced == 0


def spec_of(seconds: float) -> RunSpec:
    return RunSpec(SOURCE, (Call("f", (seconds,)),))


async def attack(zygote: Zygote | None, send: Message) -> None:
    """Send as the server would, and wait until the zygote has answered in its way."""
    assert zygote is not None
    assert zygote._control is not None
    pipes = [fd for _ in range(2) for fd in os.pipe()]
    try:
        send(zygote._control, pipes)
    finally:
        for fd in pipes:
            os.close(fd)
    for _ in range(1000):
        if not zygote.is_alive:
            return
        await asyncio.sleep(0.01)
    pytest.fail("the zygote goes on after what was no order")
