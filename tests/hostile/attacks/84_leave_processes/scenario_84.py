"""No process can be left; and where one could be made, the tree below the child is empty after the kill."""

import asyncio
from collections.abc import Set as AbstractSet
from typing import Final

import psutil

from sandbox.jail.walls import Wall
from sandbox.spec import Call, Returned, RunSpec, RunStatus
from tests.support.hostile.arena import Arena

LOOKS: Final = 1000
SOURCE: Final = b"""
import os, signal, time

def leave(ignored):
    for number in ignored:
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    os.setsid()
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(60)
    os._exit(0)

def f():
    made = 0
    for _ in range(2):
        try:
            if os.fork() == 0:
                if os.fork() == 0:
                    leave(range(1, 65))
                os._exit(0)
            made += 1
        except OSError as error:
            return str(error.strerror)
    time.sleep(0.2)
    return made
"""
FORKING: Final = frozenset({Wall.SECCOMP, Wall.LIMITS})


async def run(arena: Arena) -> None:
    result = await arena.run(SOURCE, Call("f", ()))
    assert result.outcomes == (Returned("Operation not permitted"),)
    async with arena.weakened(FORKING, slots=1) as runner:
        before = pids_below()
        result = await runner.run(RunSpec(SOURCE, (Call("f", ()),)))
        assert (result.status, result.outcomes) == (RunStatus.COMPLETED, (Returned(2),))
        assert await stopped(before, count=0) == []


async def control(arena: Arena) -> None:
    """Without a pid namespace as well they do stay: it is what takes them along."""
    async with arena.weakened(FORKING | {Wall.PID, Wall.LANDLOCK}, slots=1) as runner:
        before = pids_below()
        try:
            result = await runner.run(RunSpec(SOURCE, (Call("f", ()),)))
            assert result.outcomes == (Returned(2),), result
            assert len(await stopped(before, count=2)) == 2
        finally:
            for process in await stopped(before, count=2):
                process.kill()
    assert await stopped(before, count=0) == []


def pids_below() -> set[int]:
    return {process.pid for process in psutil.Process().children(recursive=True)}


async def stopped(before: AbstractSet[int], *, count: int) -> list[psutil.Process]:
    """List the processes below us that are new and have stopped themselves, once there are so many."""
    found: list[psutil.Process] = []
    for _ in range(LOOKS):
        new = [one for one in psutil.Process().children(recursive=True) if one.pid not in before]
        found = [one for one in new if is_stopped(one)]
        if len(found) == count:
            break
        await asyncio.sleep(0.01)
    return found


def is_stopped(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_STOPPED
    except psutil.NoSuchProcess:
        return False
