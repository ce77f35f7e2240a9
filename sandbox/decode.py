"""Hostile frames made values of the contract. Imports the standard library only."""

import struct
from collections.abc import Callable
from typing import Final

from sandbox import wire
from sandbox.payload import unpack_failure, unpack_opaque_array
from sandbox.spec import Array, Failure, Opaque, OpaqueArray, Scalar, Value
from sandbox.text import shown, shown_name
from sandbox.wire import BadFrame, Frame


def array(frame: Frame) -> Array:
    """Read a frame with elements; its length was checked against its shape by the header."""
    return Array(wire.DTYPE_NAMES[frame.dtype], frame.dims, frame.payload)


def failure(payload: bytes) -> Failure:
    """Read an exception.

    Raises:
        BadFrame: the bytes are something else.
    """
    raw = unpack_failure(payload)
    frames = tuple((line, shown_name(function)) for line, function in raw.frames)
    return Failure(shown_name(raw.type_name), shown(raw.message), raw.line or None, frames)


def value(frame: Frame) -> Value:
    """Read any value frame but that of a tuple, whose kind was checked before.

    Raises:
        BadFrame: the payload does not fit the kind.
    """
    try:
        return _READERS[frame.kind](frame)
    except (struct.error, UnicodeDecodeError) as error:
        raise BadFrame("a value that cannot be read") from error


def _scalar(frame: Frame) -> Value:
    if frame.dims:
        raise BadFrame("a scalar with dimensions")
    return Scalar(wire.DTYPE_NAMES[frame.dtype], frame.payload)


def _opaque_array(frame: Frame) -> Value:
    dtype, shape = unpack_opaque_array(frame.payload)
    return OpaqueArray(shown_name(dtype), shape)


def _bool(frame: Frame) -> Value:
    if frame.payload not in (b"\x00", b"\x01"):
        raise BadFrame("a value that cannot be read")
    return frame.payload == b"\x01"


def _float(frame: Frame) -> Value:
    number: float = struct.unpack("<d", frame.payload)[0]
    return number


def _complex(frame: Frame) -> Value:
    return complex(*struct.unpack("<dd", frame.payload))


_READERS: Final[dict[int, Callable[[Frame], Value]]] = {
    wire.ARRAY: array,
    wire.SCALAR: _scalar,
    wire.OPAQUE_ARRAY: _opaque_array,
    wire.OPAQUE: lambda frame: Opaque(shown_name(frame.payload)),
    wire.NONE: lambda _: None,
    wire.BOOL: _bool,
    wire.INT: lambda frame: int.from_bytes(frame.payload, "little", signed=True),
    wire.FLOAT: _float,
    wire.COMPLEX: _complex,
    wire.STR: lambda frame: frame.payload.decode("utf-8", "surrogatepass"),
}
