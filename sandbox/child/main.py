"""The life of a child: say ready, take the request, lock down, define, call, answer, end."""

import os
import site
from typing import Final, NoReturn

import numpy as np

from sandbox import wire
from sandbox.child import calls, lockdown, request, source
from sandbox.wire import Frame

_REQUEST_FD: Final = 0


def main() -> NoReturn:
    """Run one request and end, whatever the submission left running."""
    site.setquit()
    _send(Frame(wire.READY, payload=np.__version__.encode()[: wire.MAX_PAYLOAD[wire.READY]]))
    work = request.decode(request.read_all(_REQUEST_FD))
    lockdown.lock(work)
    try:
        _answer(work)
    except MemoryError:
        os._exit(wire.EXIT_OUT_OF_MEMORY)
    except BaseException:
        os._exit(wire.EXIT_BROKEN)  # the submission broke something that answering needs
    os._exit(0)


def _answer(work: request.Request) -> None:
    defined, namespace = source.define(work.source)
    _send(defined._replace(nonce=work.nonce))
    if defined.kind == wire.DEFINED:
        calls.Caller(work, namespace).run()


def _send(frame: Frame) -> None:
    calls.write_all(calls.RESULT_FD, wire.pack(frame))
