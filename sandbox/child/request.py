"""Read the parent's request; the counterpart of `sandbox.request`."""

import os
import struct
from typing import NamedTuple, TypeAlias

from sandbox.wire import DTYPE_NAMES, ITEM_BYTES


class ArrayArgument(NamedTuple):
    """An array to be laid out over its own buffer; strides and offset are in bytes here."""

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    offset: int
    data: bytes


class RefilledArgument(NamedTuple):
    """The array of an earlier call's argument, with new elements in row-major order."""

    call: int
    place: int
    data: bytes


RawArgument: TypeAlias = ArrayArgument | RefilledArgument | int | float | bool | str | None


class CallRequest(NamedTuple):
    """One call to be made."""

    function: str
    result_bytes: int
    args: tuple[RawArgument, ...]


class Request(NamedTuple):
    """The child's whole work and its bounds."""

    nonce: int
    address_space_bytes: int
    cpu_s: float
    filter_program: bytes
    source: bytes
    calls: tuple[CallRequest, ...]


def read_all(fd: int) -> bytes:
    """Read one request body, its announced length; EOFError where the parent is gone."""
    (total,) = struct.unpack("<Q", _exactly(fd, 8))
    return _exactly(fd, total)


def _exactly(fd: int, count: int) -> bytes:
    data = bytearray()
    while len(data) < count:
        piece = os.read(fd, min(count - len(data), 1 << 20))
        if not piece:
            raise EOFError("the request stopped halfway")
        data += piece
    return bytes(data)


class _Reader:
    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    def take(self, layout: str) -> tuple[int, ...]:
        fields = struct.unpack_from(layout, self._body, self._at)
        self._at += struct.calcsize(layout)
        return fields

    def counted(self) -> bytes:
        (count,) = self.take("<Q")
        self._at += count
        return self._body[self._at - count : self._at]

    def tag(self) -> bytes:
        self._at += 1
        return self._body[self._at - 1 : self._at]


def decode(body: bytes) -> Request:
    """Read a request body that the parent wrote."""
    reader = _Reader(body)
    nonce, address_space_bytes, cpu_s = reader.take("<QQd")
    program = reader.counted()
    source = reader.counted()
    (count,) = reader.take("<I")
    calls = tuple(_call(reader) for _ in range(count))
    return Request(nonce, address_space_bytes, float(cpu_s), program, source, calls)


def _call(reader: _Reader) -> CallRequest:
    function = reader.counted().decode()
    result_bytes, count = reader.take("<QI")
    return CallRequest(function, result_bytes, tuple(_argument(reader) for _ in range(count)))


def _argument(reader: _Reader) -> RawArgument:
    tag = reader.tag()
    if tag == b"A":
        return _array(reader)
    if tag == b"R":
        call, place = reader.take("<II")
        return RefilledArgument(call, place, reader.counted())
    if tag == b"I":
        return int.from_bytes(reader.counted(), "little", signed=True)
    if tag == b"F":
        return float(reader.take("<d")[0])
    if tag == b"B":
        return bool(reader.take("<?")[0])
    if tag == b"S":
        return reader.counted().decode("utf-8", "surrogatepass")
    return None


def _array(reader: _Reader) -> ArrayArgument:
    dtype, ndim, offset = reader.take("<BBQ")
    item = ITEM_BYTES[dtype]
    shape = reader.take(f"<{ndim}Q")
    strides = None
    if reader.take("<?")[0]:
        strides = tuple(stride * item for stride in reader.take(f"<{ndim}q"))
    return ArrayArgument(DTYPE_NAMES[dtype], shape, strides, offset * item, reader.counted())
