"""The bare fork as a program: a warm interpreter that forks and makes the same calls, with no walls at all.

Run by the image's interpreter, outside of any jail, with all that a zygote has imported. Standard input
begins with as many requests as the command line says, as children get them. The program prints how many
bytes the answer to the first one has, then takes one order a line, "latency COUNT" or "rate SECONDS": it
answers the first request in that many forks, or all of them in turn for so long, and prints a line of JSON.
"""

import gc
import itertools
import json
import os
import struct
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from sandbox import wire
from sandbox.child import calls, request, source
from sandbox.zygote import preload

_CHUNK_BYTES: Final = 1 << 16
_SIZE: Final = struct.Struct("<Q")


class Fork(NamedTuple):
    """What one fork did."""

    answer_bytes: int
    answer_ns: int
    """From before the fork until its whole answer had been read."""


class Forks:
    """Forks this interpreter, lets each fork answer, and reads the answers."""

    def __init__(self, works: list[request.Request]) -> None:
        """Be as warm as a zygote, and learn how many bytes each answer has."""
        self._works = works
        os.dup2(os.open(os.devnull, os.O_WRONLY), calls.RESULT_FD)  # nothing else gets that number
        self._null = os.open(os.devnull, os.O_WRONLY)
        preload.load()
        preload.settle()
        self._answer_bytes = [sys.maxsize] * len(works)
        self._answer_bytes = [self._one(which).answer_bytes for which in range(len(works))]

    @property
    def answer_bytes(self) -> int:
        """Tell how many bytes the answer to the first request has."""
        return self._answer_bytes[0]

    def latency(self, count: str) -> list[int]:
        """Give the nanoseconds to the whole answer of each of `count` forks."""
        return [self._one(0).answer_ns for _ in range(int(count))]

    def rate(self, seconds: str) -> dict[str, float]:
        """Fork one after the other for `seconds`; give how many there were and the time that took."""
        begun = time.perf_counter()
        count = 0
        for which in itertools.cycle(range(len(self._works))):
            self._one(which)
            count += 1
            if time.perf_counter() - begun >= float(seconds):
                break
        return {"forks": count, "seconds": time.perf_counter() - begun}

    def _one(self, which: int) -> Fork:
        """Make one fork, and wait until it has answered and is gone."""
        begun = time.perf_counter_ns()
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            self._be_child(self._works[which], write)
        os.close(write)
        size = 0
        while size < self._answer_bytes[which] and (piece := os.read(read, _CHUNK_BYTES)):
            size += len(piece)
        answered = time.perf_counter_ns()
        os.close(read)
        os.waitpid(pid, 0)
        return Fork(size, answered - begun)

    def _be_child(self, work: request.Request, write: int) -> None:
        gc.enable()
        os.dup2(write, calls.RESULT_FD)
        os.dup2(self._null, calls.LOG_FD)
        defined, namespace = source.define(work.source)
        calls.write_all(calls.RESULT_FD, wire.pack(defined._replace(nonce=work.nonce)))
        calls.Caller(work, namespace).run()
        os._exit(0)


def main() -> None:
    """Read the requests, then take orders until there are no more."""
    forks = Forks([_read_work() for _ in range(int(sys.argv[1]))])
    orders: dict[str, Callable[[str], object]] = {"latency": forks.latency, "rate": forks.rate}
    print(forks.answer_bytes, flush=True)
    for line in sys.stdin.buffer:
        order, _, amount = line.decode().partition(" ")
        print(json.dumps(orders[order](amount)), flush=True)


def _read_work() -> request.Request:
    (size,) = _SIZE.unpack(sys.stdin.buffer.read(_SIZE.size))
    return request.decode(sys.stdin.buffer.read(size))


if __name__ == "__main__":
    main()
