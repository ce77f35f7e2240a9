"""The framed result channel: hostile child to parent, one way.

A frame is a fixed header of 64 bytes and a payload of the announced length. The parent decides on
the header alone whether the payload may come; nothing is ever deserialised but fixed fields.
Imports the standard library only and is used on both sides.
"""

import math
import struct
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

MAGIC: Final = b"RSHF"
VERSION: Final = 1
MAX_DIMS: Final = 8
HEADER: Final = struct.Struct("<4sBBBBQII8IQ")
AUX_AT: Final = struct.calcsize("<4sBBBBQI")
"""Where in a header `aux` stands."""
DTYPE_NAMES: Final = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
ITEM_BYTES: Final = (1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 8, 16)

READY: Final = 1
COMPILE_FAILED: Final = 2
LOAD_FAILED: Final = 3
LOAD_OUT_OF_MEMORY: Final = 4
DEFINED: Final = 5
CHANGED: Final = 10
LATE: Final = 11
SHARES: Final = 12
OVERWRITTEN: Final = 13
RAISED: Final = 20
OUT_OF_MEMORY: Final = 21
MISSING: Final = 22
TOO_LARGE: Final = 23
ARRAY: Final = 30
OPAQUE_ARRAY: Final = 31
OPAQUE: Final = 32
SCALAR: Final = 33
TUPLE: Final = 34
NONE: Final = 35
BOOL: Final = 36
INT: Final = 37
FLOAT: Final = 38
COMPLEX: Final = 39
STR: Final = 40

WITH_ELEMENTS: Final = frozenset({CHANGED, ARRAY, SCALAR})
"""Kinds whose payload is exactly the elements that dtype and dims announce."""
VALUES: Final = frozenset(range(ARRAY, STR + 1))

MAX_TEXT_BYTES: Final = 4096
MAX_TUPLE_ITEMS: Final = 16
MAX_TUPLE_DEPTH: Final = 3
SMALL_BYTES: Final = 1 << 19
"""What the frames of one result may take together, its arrays not counted."""

MAX_SPAN_BYTES: Final = 2**63 - 1
"""NumPy's bound on the product of an array's non-zero sizes, also where a zero makes it empty."""
EXIT_OUT_OF_MEMORY: Final = 71
EXIT_BROKEN: Final = 70
"""Exit codes of a child that can no longer answer; they explain and decide nothing."""

MAX_PAYLOAD: Final = {
    READY: 64,
    COMPILE_FAILED: 1 << 15,
    LOAD_FAILED: 1 << 15,
    LOAD_OUT_OF_MEMORY: 0,
    DEFINED: 0,
    LATE: 1 << 20,
    SHARES: 0,
    OVERWRITTEN: 1 << 20,
    RAISED: 1 << 15,
    OUT_OF_MEMORY: 0,
    MISSING: 256,
    TOO_LARGE: 0,
    OPAQUE_ARRAY: 1024,
    OPAQUE: 256,
    TUPLE: 0,
    NONE: 0,
    BOOL: 1,
    INT: 64,
    FLOAT: 8,
    COMPLEX: 16,
    STR: MAX_TEXT_BYTES,
}
"""The longest payload of each kind whose length does not follow from its dims."""


class BadFrame(Exception):
    """The channel carried something that is no frame, or one that may not come here."""


class TooLarge(Exception):
    """A result announces more than its call allows."""


class Frame(NamedTuple):
    """One frame; `payload` is empty while only its header has been read."""

    kind: int
    nonce: int = 0
    call: int = 0
    aux: int = 0
    dtype: int = 0
    dims: tuple[int, ...] = ()
    payload: bytes = b""
    payload_bytes: int = 0


def pack(frame: Frame) -> bytes:
    """Write a frame; `payload_bytes` announces more than `payload` where it is larger."""
    dims = frame.dims + (0,) * (MAX_DIMS - len(frame.dims))
    announced = max(frame.payload_bytes, len(frame.payload))
    head = HEADER.pack(
        MAGIC, VERSION, frame.kind, frame.dtype, len(frame.dims), frame.nonce, frame.call, frame.aux,
        *dims, announced,
    )  # fmt: skip
    return head + frame.payload


def elements_bytes(dtype: int, dims: tuple[int, ...]) -> int:
    """Multiply in whole numbers, so that no announced shape can overflow."""
    return math.prod(dims, start=ITEM_BYTES[dtype])


def unpack_header(data: bytes | bytearray, at: int = 0) -> Frame:
    """Read the 64 bytes from `at` on as a header.

    Raises:
        BadFrame: they are no header, or its fields contradict each other.
    """
    magic, version, kind, dtype, ndim, nonce, call, aux, *sizes, payload_bytes = HEADER.unpack_from(data, at)
    if magic != MAGIC or version != VERSION:
        raise BadFrame("not a frame")
    if ndim > MAX_DIMS or any(sizes[ndim:]):
        raise BadFrame("a frame with impossible dimensions")
    dims = tuple(sizes[:ndim])
    if kind in WITH_ELEMENTS:
        if dtype >= len(DTYPE_NAMES):
            raise BadFrame("an array of an unknown dtype")
        if elements_bytes(dtype, dims) != payload_bytes:
            raise BadFrame("an array whose length does not match its shape")
        span = elements_bytes(dtype, tuple(filter(None, dims))) if 0 in dims else payload_bytes
        if span > MAX_SPAN_BYTES:
            raise BadFrame("an empty array of a shape that no array can have")
    elif kind not in MAX_PAYLOAD:
        raise BadFrame("a frame of an unknown kind")
    elif payload_bytes > MAX_PAYLOAD[kind] or ndim or dtype:
        raise BadFrame("a frame with fields out of place")
    return Frame(kind, nonce, call, aux, dtype, dims, b"", payload_bytes)


class FrameReader:
    """Cuts a hostile stream into frames, holding never more than one admitted payload."""

    def __init__(self, admit: Callable[[Frame], None]) -> None:
        """Ask `admit` on each header before its payload is taken; it raises to refuse."""
        self._admit = admit
        self._buffer = bytearray()
        self._head: Frame | None = None

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield each frame that `data` completes; who stops half-way must not come again.

        Raises:
            BadFrame: the stream is broken for good.
            TooLarge: whatever `admit` raises.
        """
        if self._buffer:
            self._buffer += data
            if len(self._buffer) < (self._head.payload_bytes if self._head else HEADER.size):
                return
            data = bytes(self._buffer)
            self._buffer.clear()
        head, at, end = self._head, 0, len(data)
        while True:
            if head is None:
                if end - at < HEADER.size:
                    break
                head = unpack_header(data, at)
                at += HEADER.size
                self._admit(head)
            begun, at = at, at + head.payload_bytes
            if at > end:
                at = begun
                break
            kind, nonce, call, aux, dtype, dims, _, size = head  # as `_replace` does, only sooner
            head = None
            yield Frame(kind, nonce, call, aux, dtype, dims, data[begun:at], size)
        self._head = head
        self._buffer += data[at:]
