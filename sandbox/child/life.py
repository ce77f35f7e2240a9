"""The life of a child: say ready, take the request, raise what walls are left, define, call, answer, end."""

import os
import struct
import time
from typing import Final, NoReturn

import numpy as np

from sandbox import wire
from sandbox.child import calls, lockdown, request, source
from sandbox.jail.walls import Walls
from sandbox.wire import Frame

_REQUEST_FD: Final = 0


class Life:
    """One run, prepared before the child is there."""

    def __init__(self, walls: Walls) -> None:
        """Raise the last of these walls once the request is read, where that is still to be done."""
        self._walls = walls
        version = np.__version__.encode()[: wire.MAX_PAYLOAD[wire.READY]]
        self._ready = bytearray(wire.pack(Frame(wire.READY, payload=version)))

    def live(self) -> NoReturn:
        """Run one request and end, whatever the submission left running."""
        # What this process has used so far is ours, and the parent takes it off.
        struct.pack_into("<I", self._ready, wire.AUX_AT, time.process_time_ns() // 1000)
        os.write(calls.RESULT_FD, self._ready)
        work = request.decode(request.read_all(_REQUEST_FD))
        if work.lock is not None:
            lockdown.raise_last(work.lock, self._walls)
        try:
            _answer(work)
        except MemoryError:
            os._exit(wire.EXIT_OUT_OF_MEMORY)
        except BaseException:
            os._exit(wire.EXIT_BROKEN)  # the submission broke something that answering needs
        os._exit(0)


def _answer(work: request.Request) -> None:
    defined, namespace = source.define(work.source)
    calls.write_all(calls.RESULT_FD, wire.pack(defined._replace(nonce=work.nonce)))
    if defined.kind == wire.DEFINED:
        calls.Caller(work, namespace).run()
