"""A zygote whose part the test plays: the other end of its socket, and processes that stand for children."""

import contextlib
import itertools
import os
import socket
import subprocess
from pathlib import Path
from typing import Final

import pytest

from sandbox import orders
from sandbox.warm import zygote
from sandbox.warm.zygote import Zygote

FILTER: Final = b"no filter at all"


def open_files() -> set[str]:
    """Name the open descriptors with what they stand for."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the one that lists them
            found.add(f"{link.name} {link.readlink()}")
    return found


class FakeZygote:
    """Stands at the other end; says whatever it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Take the place of every zygote that is started from now on."""
        monkeypatch.setattr(zygote, "start_launcher", self._start)
        numbers = itertools.count()
        monkeypatch.setattr(zygote, "new_number", lambda: next(numbers))
        self._processes: list[subprocess.Popen[bytes]] = []
        self.control: socket.socket | None = None

    def _start(self, kind: str, image: Path, *, control: socket.socket, **named: object) -> object:
        self.control = control.dup()
        return self.process("true")

    def process(self, *command: str) -> "subprocess.Popen[bytes]":
        """Start a process that stands for one of the zygote's."""
        process = subprocess.Popen(command or ("sleep", "60"))
        self._processes.append(process)
        return process

    def say(self, message: bytes, *fds: int) -> None:
        """Send one message; its descriptors are closed here."""
        assert self.control is not None
        socket.send_fds(self.control, [message], fds)
        for fd in fds:
            os.close(fd)

    def made(self) -> "subprocess.Popen[bytes]":
        """Say that the zygote was made."""
        process = self.process()
        self.say(orders.MADE, os.pidfd_open(process.pid))
        return process

    def born(self, number: int) -> "subprocess.Popen[bytes]":
        """Say that a child was born."""
        process = self.process()
        self.say(orders.BORN_FORM.pack(orders.BORN, number), os.pidfd_open(process.pid))
        return process

    def ended(self, number: int) -> None:
        """Say that a child has ended."""
        self.say(orders.ENDED_FORM.pack(orders.ENDED, number, 0, 0.5))

    def hang_up(self) -> None:
        """Say nothing more."""
        if self.control is not None:
            self.control.close()
            self.control = None

    def close(self) -> None:
        """End everything that was started for it."""
        self.hang_up()
        for process in self._processes:
            process.kill()
            process.wait()


async def started(fake: FakeZygote) -> Zygote:
    """Give a zygote that is ready to take orders."""
    made = Zygote(Path("/nowhere"), FILTER)
    loop = made._loop
    loop.call_soon(fake.made)
    loop.call_soon(lambda: fake.say(orders.READY))
    await made.start()
    return made
