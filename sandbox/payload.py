"""The payloads of frames that carry more than raw elements: failures and told arrays.

Fixed fields and counted bytes only. Imports the standard library only and is used on both sides;
the unpacking side treats every byte as hostile.
"""

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

from sandbox.wire import BadFrame

MAX_TYPE_NAME: Final = 200
MAX_MESSAGE: Final = 2048
MAX_FRAMES: Final = 20
MAX_OPAQUE_DIMS: Final = 64
PAIR_BYTES: Final = 8

_U16: Final = struct.Struct("<H")
_U32: Final = struct.Struct("<I")


class RawFailure(NamedTuple):
    """An exception as bytes; the texts are UTF-8 as far as the child is honest."""

    type_name: bytes
    message: bytes
    line: int
    frames: tuple[tuple[int, bytes], ...]


class _Cursor:
    """Takes fields off a payload in order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        """Take `count` bytes, or refuse the payload where it is too short."""
        piece = self._data[self._at : self._at + count]
        if len(piece) != count:
            raise BadFrame("a payload that stops halfway")
        self._at += count
        return piece

    def number(self, layout: struct.Struct) -> int:
        """Take one number."""
        value: int = layout.unpack(self.take(layout.size))[0]
        return value

    def text(self, most: int) -> bytes:
        """Take counted bytes."""
        count = self.number(_U16)
        if count > most:
            raise BadFrame("a text longer than allowed")
        return self.take(count)

    def end(self) -> None:
        """Refuse anything left over."""
        if self._at != len(self._data):
            raise BadFrame("a payload with bytes left over")


def _counted(text: bytes, most: int) -> bytes:
    cut = text[:most]
    return _U16.pack(len(cut)) + cut


def pack_failure(failure: RawFailure) -> bytes:
    """Write an exception, each part cut to its cap."""
    frames = failure.frames[:MAX_FRAMES]
    parts = [
        _counted(failure.type_name, MAX_TYPE_NAME),
        _counted(failure.message, MAX_MESSAGE),
        _U32.pack(failure.line),
        _U16.pack(len(frames)),
    ]
    for line, function in frames:
        parts += [_U32.pack(line), _counted(function, MAX_TYPE_NAME)]
    return b"".join(parts)


def unpack_failure(data: bytes) -> RawFailure:
    """Read what `pack_failure` wrote.

    Raises:
        BadFrame: the bytes are something else.
    """
    cursor = _Cursor(data)
    type_name = cursor.text(MAX_TYPE_NAME)
    message = cursor.text(MAX_MESSAGE)
    line = cursor.number(_U32)
    count = cursor.number(_U16)
    if count > MAX_FRAMES:
        raise BadFrame("more frames than allowed")
    frames = tuple((cursor.number(_U32), cursor.text(MAX_TYPE_NAME)) for _ in range(count))
    cursor.end()
    return RawFailure(type_name, message, line, frames)


def pack_opaque_array(dtype: bytes, shape: Sequence[int]) -> bytes:
    """Write the dtype and shape of an array that is told, not transported."""
    sizes = struct.pack(f"<{len(shape)}Q", *shape)
    return _U16.pack(len(shape)) + sizes + _counted(dtype, MAX_TYPE_NAME)


def unpack_opaque_array(data: bytes) -> tuple[bytes, tuple[int, ...]]:
    """Read what `pack_opaque_array` wrote.

    Raises:
        BadFrame: the bytes are something else.
    """
    cursor = _Cursor(data)
    ndim = cursor.number(_U16)
    if ndim > MAX_OPAQUE_DIMS:
        raise BadFrame("an array with impossible dimensions")
    shape = struct.unpack(f"<{ndim}Q", cursor.take(8 * ndim))
    dtype = cursor.text(MAX_TYPE_NAME)
    cursor.end()
    return dtype, shape


def pack_pairs(pairs: Sequence[tuple[int, int]]) -> bytes:
    """Write (call index, argument index) pairs."""
    return b"".join(struct.pack("<II", *pair) for pair in pairs)


def unpack_pairs(data: bytes) -> tuple[tuple[int, int], ...]:
    """Read what `pack_pairs` wrote.

    Raises:
        BadFrame: the bytes are something else.
    """
    if len(data) % PAIR_BYTES:
        raise BadFrame("a payload that stops halfway")
    return tuple((call, arg) for call, arg in struct.iter_unpack("<II", data))
