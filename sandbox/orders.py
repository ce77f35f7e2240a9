"""What server, launcher and zygote say to each other over their control sockets: one message, one packet.

Fixed fields only; the server trusts no message further than its form. Imports the standard library only.
"""

import socket
import struct
from collections.abc import Sequence
from typing import Final

MAX_BYTES: Final = 1 << 15

MADE: Final = b"M"
"""A launcher made its process: the process's pidfd comes with it."""
FAILED: Final = b"F"
"""Something could not be done; step and reason follow as text."""
FILTER: Final = b"S"
"""The system-call filter of every child follows; the first message to a zygote."""
IN_LOG: Final = b"\x00"
"""Stands before a failure that a child tells in its log, where no text of an interpreter has it."""
IN_LOG_AS_SHOWN: Final = "\\x00"
READY: Final = b"R"
"""The zygote takes orders."""
FORK: Final = b"C"
"""Fork a child within these bounds; its request, result and log come with it."""
BORN: Final = b"B"
"""The child with this number is there; its pidfd comes with it."""
ENDED: Final = b"E"
"""A child has ended and was reaped: exit code, or minus the signal, and its CPU time in all."""

FORK_FORM: Final = struct.Struct("<cQ?QI")
"""Kind, number, whether to warm it, address space in bytes, CPU time in seconds."""
BORN_FORM: Final = struct.Struct("<cQ")
ENDED_FORM: Final = struct.Struct("<cQid")
FORK_FDS: Final = 3
_FD_BYTES: Final = struct.calcsize("i")


def receive(control: socket.socket, most_fds: int) -> tuple[bytes, list[int]]:
    """Take one message and at most so many descriptors: what the standard library does, only sooner."""
    message, ancillary, _, _ = control.recvmsg(MAX_BYTES, socket.CMSG_LEN(most_fds * _FD_BYTES))
    fds: list[int] = []
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds += struct.unpack(f"{len(data) // _FD_BYTES}i", data[: len(data) // _FD_BYTES * _FD_BYTES])
    return message, fds


def send(control: socket.socket, message: bytes, fds: Sequence[int]) -> None:
    """Send one message, and these descriptors with it."""
    passed = struct.pack(f"{len(fds)}i", *fds)
    control.sendmsg((message,), ((socket.SOL_SOCKET, socket.SCM_RIGHTS, passed),))


def failed(step: str, error: OSError) -> bytes:
    """Write which step failed, and why."""
    return FAILED + reason(step, error)


def reason(step: str, error: OSError) -> bytes:
    """Write a step and why it failed, as text."""
    return f"{step}: {error.strerror or error}".encode()[: MAX_BYTES - 1]


def read_failure(message: bytes) -> tuple[str, str]:
    """Read the step and the reason of a FAILED message."""
    step, _, why = message[1:].decode("utf-8", "replace").partition(": ")
    return step, why
