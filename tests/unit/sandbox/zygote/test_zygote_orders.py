"""The zygote's own loop with children of its own making: what is an order, what is none, what it tells."""

import os
import socket
import threading
from collections.abc import Iterator
from typing import cast

import pytest

from sandbox import orders
from sandbox.zygote.birth import Bounds, Nursery
from sandbox.zygote.main import _Zygote

ORDER = orders.FORK_FORM.pack(orders.FORK, 7, True, 1 << 40, 5)


class Sleepers:
    """Makes children that end with the code that their request says."""

    def __init__(self) -> None:
        self.asked: list[tuple[Bounds, bool]] = []
        self.prepared = 0
        self.failure: OSError | None = None

    def bear(self, pipes: list[int], bounds: Bounds, *, warmed: bool) -> int:
        if self.failure is not None:
            raise self.failure
        self.asked.append((bounds, warmed))
        command = ["sh", "-c", "read code; exit $code"]
        return os.posix_spawn("/bin/sh", command, {}, file_actions=[(os.POSIX_SPAWN_DUP2, pipes[0], 0)])

    def prepare(self) -> None:
        if self.failure is not None:
            raise self.failure
        self.prepared += 1


@pytest.fixture
def nursery() -> Sleepers:
    return Sleepers()


@pytest.fixture
def server(nursery: Sleepers) -> Iterator[socket.socket]:
    """The server's end; the zygote's loop has ended when the test has."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def serve() -> None:
        with theirs:
            _Zygote(theirs, cast(Nursery, nursery)).serve()

    serving = threading.Thread(target=serve)
    serving.start()
    ours.settimeout(30)
    with ours:
        yield ours
    serving.join()


def order(server: socket.socket, message: bytes, pipes: int = 3) -> int:
    """Send an order with so many pipes; give the end at which a child can be told to go."""
    read, write = os.pipe()
    fds = [read, *(os.dup(write) for _ in range(pipes - 1))][:pipes]
    socket.send_fds(server, [message], fds)
    for fd in {read, *fds}:
        os.close(fd)
    return write


class TestOrders:
    def test_a_child_is_born_and_its_end_is_told(self, server: socket.socket, nursery: Sleepers) -> None:
        tell = order(server, ORDER)
        message, (pidfd,), _, _ = socket.recv_fds(server, 100, 1)
        assert message == orders.BORN_FORM.pack(orders.BORN, 7)
        os.write(tell, b"9\n")
        kind, number, code, cpu_s = orders.ENDED_FORM.unpack(server.recv(100))
        assert (kind, number, code) == (orders.ENDED, 7, 9)
        assert cpu_s >= 0
        assert nursery.asked == [(Bounds(1 << 40, 5), True)]
        for fd in (tell, pidfd):
            os.close(fd)

    @pytest.mark.parametrize(
        ("message", "pipes"),
        [
            (b"C", 3),
            (ORDER + b"x", 3),
            (ORDER, 2),
            (ORDER, 0),
            (orders.FORK_FORM.pack(orders.BORN, 7, False, 1 << 40, 5), 3),
        ],
    )
    def test_what_is_no_order_ends_it(self, server: socket.socket, message: bytes, pipes: int) -> None:
        os.close(order(server, message, pipes))
        assert server.recv(100) == b""

    def test_what_cannot_be_done_is_told_and_ends_it(self, server: socket.socket, nursery: Sleepers) -> None:
        nursery.failure = BlockingIOError(11, "Resource temporarily unavailable")
        os.close(order(server, ORDER))
        assert server.recv(100) == b"Ffork: Resource temporarily unavailable"
        assert server.recv(100) == b""

    def test_the_next_child_is_prepared_once_the_last_one_is_buried(
        self, server: socket.socket, nursery: Sleepers
    ) -> None:
        tell = order(server, ORDER)
        os.close(socket.recv_fds(server, 100, 1)[1][0])
        assert nursery.prepared == 0
        os.write(tell, b"0\n")
        assert server.recv(100)[:1] == orders.ENDED
        server.shutdown(socket.SHUT_WR)
        assert server.recv(100) == b""
        assert nursery.prepared == 1
        os.close(tell)

    def test_where_that_fails_it_is_told_and_ends_it(self, server: socket.socket, nursery: Sleepers) -> None:
        tell = order(server, ORDER)
        os.close(socket.recv_fds(server, 100, 1)[1][0])
        nursery.failure = OSError(28, "No space left on device")
        os.write(tell, b"0\n")
        assert server.recv(100)[:1] == orders.ENDED
        assert server.recv(100) == b"Fprepare: No space left on device"
        assert server.recv(100) == b""
        os.close(tell)

    def test_hanging_up_ends_it(self, server: socket.socket) -> None:
        server.shutdown(socket.SHUT_WR)
        assert server.recv(100) == b""
