"""Processes are held by pidfd alone, and every run has a nonce of its own."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Final

import pytest

from sandbox.process import Process
from sandbox.spec import Call, Limits, Returned, RunSpec, RunStatus
from tests.support.hostile.arena import Arena

LAST_PID: Final = Path("/proc/sys/kernel/ns_last_pid")
TRIES: Final = 200
ROUNDS: Final = {"fresh": 3, "warm": 6}
SHORT: Final = Limits(wall_s=0.1, cpu_s=5.0)
SPINNING: Final = b"def f():\n    while True: pass\n"
NONCE: Final = b"""
import sys
def f():
    frame = sys._getframe()
    while not hasattr(frame.f_locals.get("work"), "nonce"):
        frame = frame.f_back
    return frame.f_locals["work"].nonce
"""


async def run(arena: Arena) -> None:
    first = Echo()
    held = Process(os.pidfd_open(first.pid))
    first.end()
    second = with_pid(first.pid)
    try:
        held.kill()
        assert held.is_gone()
        assert held.pid() is None
        assert second.answers()
    finally:
        held.close()
        second.end()
    await kills_stay_with_their_run(arena)


async def kills_stay_with_their_run(arena: Arena) -> None:
    """In one slot, each run that is killed is followed at once by one that must not be."""
    nonces: list[object] = []
    async with arena.weakened((), slots=1) as runner:
        for _ in range(ROUNDS[arena.path]):
            killed = await runner.run(RunSpec(SPINNING, (Call("f", ()),), SHORT))
            assert killed.status is RunStatus.TIME_LIMIT
            spared = await runner.run(RunSpec(NONCE, (Call("f", ()),)))
            assert spared.status is RunStatus.COMPLETED
            assert isinstance(spared.outcomes[0], Returned)
            nonces.append(spared.outcomes[0].value)
    assert len(set(nonces)) == ROUNDS[arena.path]


async def control(arena: Arena) -> None:
    """The number alone does mean the other process."""
    first = Echo()
    first.end()
    second = with_pid(first.pid)
    os.kill(first.pid, signal.SIGKILL)
    assert not second.answers()
    second.end()


class Echo:
    """A process of ours that says back what it is told."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pid = self._process.pid

    def answers(self) -> bool:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(b"x\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return False
        return self._process.stdout.readline() == b"x\n"

    def end(self) -> None:
        self._process.kill()
        try:
            self._process.communicate()
        except BrokenPipeError:
            self._process.wait()


def with_pid(pid: int) -> Echo:
    """Start a process that gets a number which has just become free."""
    for _ in range(TRIES):
        try:
            LAST_PID.write_text(str(pid - 1), encoding="ascii")
        except OSError as error:
            pytest.skip(f"the last pid cannot be set here: {error.strerror}")
        process = Echo()
        if process.pid == pid:
            return process
        process.end()
    pytest.skip("others on this host are too quick to let a pid be used again")
