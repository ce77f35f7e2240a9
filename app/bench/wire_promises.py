"""What the readers of a child's two channels promise, whatever bytes come and however they are cut.

They never raise; the outcome does not depend on the cuts; nothing kept is over its budget; and a
payload that could be read can be written again as it was.
"""

import contextlib
import struct
from collections.abc import Iterator

from sandbox import payload, wire
from sandbox.log import Log
from sandbox.marker import marker
from sandbox.payload import RawFailure
from sandbox.spec import (
    Array,
    Call,
    CallOutcome,
    NotMade,
    OpaqueArray,
    Output,
    Raised,
    Refilled,
    Returned,
    RunSpec,
    Scalar,
    Value,
)
from sandbox.transcript import Transcript
from sandbox.wire import BadFrame, Frame

NONCE = 5
_ARGUMENT = Array("int8", (2,), b"ab")
CALLS = (
    Call("f", (_ARGUMENT, 3), 64),
    Call("g", (Refilled(0, 0, b"cd"), _ARGUMENT), 64),
    Call("h", (), 0),
)
SPEC = RunSpec(b"", CALLS)
LOG_BYTES = 64
_ESCAPED_CHARACTERS = 4
"""The most characters that one byte of output is shown as."""


class BrokenPromise(Exception):
    """An input for which a promise does not hold."""


def check(data: bytes) -> None:
    """Try every reader on `data`, whose first byte says how the rest is cut.

    Raises:
        BrokenPromise: a promise does not hold for these bytes.
    """
    size, stream = 1 + (data[0] if data else 0), data[1:]
    for handed_over in (False, True):
        whole = _heard([stream], handed_over=handed_over)
        cut = _heard(_pieces(stream, size), handed_over=handed_over)
        if _state(whole) != _state(cut):
            raise BrokenPromise("the transcript depends on how the stream is cut")
        _check_budgets(whole.outcomes)
    if _shown([stream]) != _shown(_pieces(stream, size)):
        raise BrokenPromise("the log depends on how the stream is cut")
    _check_log(_shown([stream]))
    _check_payloads(stream)


def _pieces(stream: bytes, size: int) -> list[bytes]:
    return [stream[at : at + size] for at in range(0, len(stream), size)]


def _heard(pieces: list[bytes], *, handed_over: bool) -> Transcript:
    said = Transcript(SPEC, NONCE)
    if handed_over:
        said.feed(wire.pack(Frame(wire.READY)))
        said.handed_over = True
    for piece in pieces:
        said.feed(piece)
    return said


def _state(said: Transcript) -> str:
    # As text, in which a NaN is like itself.
    seen = (
        said.outcomes,
        said.load,
        said.failure,
        said.bad_frame,
        said.too_large,
        said.ready,
        said.numpy_version,
    )
    return repr(seen)


def _check_budgets(outcomes: tuple[CallOutcome, ...]) -> None:
    if len(outcomes) != len(CALLS):
        raise BrokenPromise("not one outcome for each call")
    answered = [not isinstance(outcome, NotMade) for outcome in outcomes]
    if answered != sorted(answered, reverse=True):
        raise BrokenPromise("an answer after a call that was not answered")
    for call, outcome in zip(CALLS, outcomes, strict=True):
        if isinstance(outcome, Returned):
            parts = list(_parts(outcome.value))
            if sum(len(part.data) for part in parts if isinstance(part, Array)) > call.result_bytes:
                raise BrokenPromise("a result over its budget")
            if sum(_small_bytes(part) for part in parts) > wire.SMALL_BYTES:
                raise BrokenPromise("small parts over their budget")
        if isinstance(outcome, Returned | Raised):
            for place, array in outcome.changed_args:
                if not isinstance(call.args[place], Array | Refilled) or len(array.data) != len(
                    _ARGUMENT.data
                ):
                    raise BrokenPromise("a change of something that is no argument array")


def _parts(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for item in value:
            yield from _parts(item)
    else:
        yield value


def _small_bytes(part: Value) -> int:
    match part:
        case str():
            return len(part.encode("utf-8", "surrogatepass"))
        case int():
            return part.bit_length() // 8
        case Scalar():
            return len(part.data)
        case OpaqueArray():
            return 8 * len(part.shape)
        case _:
            return 0


def _shown(pieces: list[bytes]) -> list[Output]:
    log = Log(len(CALLS), NONCE, LOG_BYTES)
    for piece in pieces:
        log.feed(piece)
    load, calls = log.finish()
    return [load, *calls]


def _check_log(outputs: list[Output]) -> None:
    if sum(len(output.text) for output in outputs) > _ESCAPED_CHARACTERS * LOG_BYTES:
        raise BrokenPromise("more output kept than allowed")


def _check_payloads(data: bytes) -> None:
    with contextlib.suppress(BadFrame):
        if payload.pack_failure(payload.unpack_failure(data)) != data:
            raise BrokenPromise("a failure that is written otherwise than it was read")
    with contextlib.suppress(BadFrame):
        if payload.pack_opaque_array(*payload.unpack_opaque_array(data)) != data:
            raise BrokenPromise("a told array that is written otherwise than it was read")
    with contextlib.suppress(BadFrame):
        if payload.pack_pairs(payload.unpack_pairs(data)) != data:
            raise BrokenPromise("pairs that are written otherwise than they were read")


def seeds() -> list[bytes]:
    """Give honest streams of every kind of answer, to begin the search with."""
    failure = payload.pack_failure(RawFailure(b"Odd", b"why", 3, ((3, b"f"),)))
    ready, defined = wire.pack(Frame(wire.READY, payload=b"2.4.6")), _pack(wire.DEFINED)
    values = [
        Frame(wire.NONE),
        Frame(wire.BOOL, payload=b"\x01"),
        Frame(wire.INT, payload=b"\xff"),
        Frame(wire.FLOAT, payload=struct.pack("<d", 1.5)),
        Frame(wire.COMPLEX, payload=bytes(16)),
        Frame(wire.STR, payload="é".encode()),
        Frame(wire.OPAQUE, payload=b"list"),
        Frame(wire.OPAQUE_ARRAY, payload=payload.pack_opaque_array(b">f8", (2, 3))),
        Frame(wire.SCALAR, dtype=1, payload=b"a"),
        Frame(wire.ARRAY, dtype=11, dims=(2, 1), payload=bytes(16)),
        Frame(wire.MISSING, payload=b"int"),
        Frame(wire.OUT_OF_MEMORY),
        Frame(wire.TOO_LARGE),
        Frame(wire.RAISED, aux=1, payload=failure),
    ]
    streams = [defined + _answer(0, value) + _answer(1, value) + _answer(2, value) for value in values]
    tuples = _answer(0, Frame(wire.TUPLE, aux=2)) + _answer(0, values[0]) * 2 + _answer(1, Frame(wire.TUPLE))
    notes = [
        Frame(wire.LATE, payload=payload.pack_pairs([(0, 0)])),
        Frame(wire.SHARES),
        Frame(wire.OVERWRITTEN, payload=payload.pack_pairs([(0, 0)])),
        Frame(wire.CHANGED, dtype=1, dims=(2,), payload=b"xy"),
        Frame(wire.NONE),
    ]
    told = defined + _answer(0, values[0]) + b"".join(_answer(1, note) for note in notes)
    loads = [ready, _pack(wire.LOAD_FAILED, failure), _pack(wire.COMPILE_FAILED, failure)]
    texts = [b"hello" + marker(NONCE, 0) + b"out" + marker(NONCE, 2) + b"\x1b", failure]
    return [b"\x00" + stream for stream in [*streams, defined + tuples, told, *loads, *texts]]


def _pack(kind: int, data: bytes = b"") -> bytes:
    return wire.pack(Frame(kind, NONCE, payload=data))


def _answer(call: int, frame: Frame) -> bytes:
    return wire.pack(frame._replace(nonce=NONCE, call=call))
