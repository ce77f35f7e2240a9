"""The three pipes: open, handed over, closed, each once and none left."""

import os
from pathlib import Path

import pytest

from sandbox.pipes import Pipes


def count() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


class TestPipes:
    def test_what_is_written_at_one_end_comes_out_at_the_other(self) -> None:
        pipes = Pipes()
        request, result, log = pipes.theirs
        os.write(pipes.request, b"request")
        os.write(result, b"result")
        os.write(log, b"log")
        assert os.read(request, 10) == b"request"
        assert os.read(pipes.result, 10) == b"result"
        assert os.read(pipes.log, 10) == b"log"
        pipes.close()

    def test_our_ends_never_block(self) -> None:
        pipes = Pipes()
        with pytest.raises(BlockingIOError):
            os.read(pipes.result, 1)
        pipes.close()

    def test_all_are_closed_whatever_was_closed_before(self) -> None:
        before = count()
        pipes = Pipes()
        pipes.close_theirs()
        pipes.close_request()
        pipes.close_request()
        pipes.close()
        pipes.close()
        assert count() == before

    def test_whether_more_can_be_asked_is_known(self) -> None:
        pipes = Pipes()
        pipes.close_request()
        assert not pipes.is_asking
        pipes.close()

    def test_none_is_left_where_not_all_can_be_had(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = os.pipe2
        opened: list[tuple[int, int]] = []

        def scarce(flags: int) -> tuple[int, int]:
            if len(opened) == 2:
                raise OSError(24, "Too many open files")
            opened.append(real(flags))
            return opened[-1]

        before = count()
        monkeypatch.setattr(os, "pipe2", scarce)
        with pytest.raises(OSError, match="Too many"):
            Pipes()
        assert count() == before
