"""Messages with descriptors, as the standard library sends and takes them."""

import os
import socket
from collections.abc import Iterator

import pytest

from sandbox import orders


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    left, right = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with left, right:
        yield left, right


@pytest.mark.parametrize("count", [0, 1, 3])
def test_descriptors_come_with_their_message(ends: tuple[socket.socket, socket.socket], count: int) -> None:
    left, right = ends
    pipes = [os.pipe() for _ in range(count)]
    orders.send(left, b"order", [write for _, write in pipes])
    message, passed = orders.receive(right, 3)
    assert (message, len(passed)) == (b"order", count)
    for (read, write), taken in zip(pipes, passed, strict=True):
        os.write(taken, b"x")
        assert os.read(read, 2) == b"x"
        for fd in (read, write, taken):
            os.close(fd)


def test_no_more_are_taken_than_allowed(ends: tuple[socket.socket, socket.socket]) -> None:
    left, right = ends
    read, write = os.pipe()
    socket.send_fds(left, [b"order"], [read, read, write, write])
    _, passed = orders.receive(right, 2)
    assert len(passed) <= 2
    for fd in (read, write, *passed):
        os.close(fd)


def test_the_end_is_an_empty_message(ends: tuple[socket.socket, socket.socket]) -> None:
    left, right = ends
    left.close()
    assert orders.receive(right, 1) == (b"", [])
