"""Turn what a call returned into frames; nothing here trusts the value to behave."""

import struct
from types import CoroutineType
from typing import Final

import numpy as np
from numpy import generic, ndarray

from sandbox import wire
from sandbox.child.failures import as_bytes, type_name
from sandbox.payload import MAX_TYPE_NAME, pack_opaque_array
from sandbox.wire import DTYPE_NAMES, MAX_DIMS, Frame

_CODES: Final = {np.dtype(name): code for code, name in enumerate(DTYPE_NAMES)}
_MAX_DIM: Final = 0xFFFF_FFFF


class Sender:
    """Builds the value frames of one call within its budget."""

    def __init__(self, nonce: int, call: int, result_bytes: int) -> None:
        """Allow arrays `result_bytes` together, and everything else `SMALL_BYTES`."""
        self._nonce = nonce
        self._call = call
        self._array_bytes = result_bytes
        self._small_bytes = wire.SMALL_BYTES
        self.frames: list[bytes] = []
        self.arrays: list[ndarray] = []
        """The arrays that were returned, for the search for shared memory."""

    def value(self, value: object, depth: int = 0) -> bool:
        """Add the frames of `value`; False where it is too large and nothing may follow."""
        kind = type(value)
        if kind is ndarray:
            return self._array(value)  # type: ignore[arg-type]  # exact type was tested
        if kind is tuple:
            return self._tuple(value, depth)  # type: ignore[arg-type]
        # By type alone: an object may lie about its class, or raise when asked for it.
        if issubclass(kind, generic):
            return self._scalar(value)  # type: ignore[arg-type]
        plain = _plain(value, kind)
        if plain is None:
            _close(value, kind)
            plain = Frame(wire.OPAQUE, payload=type_name(kind))
        return self._small(plain)

    def simple(self, kind: int, aux: int = 0, payload: bytes = b"") -> None:
        """Add a frame that is no value."""
        self._add(Frame(kind, aux=aux, payload=payload))

    def elements(self, kind: int, array: ndarray, aux: int = 0) -> None:
        """Add the elements of an array whose size is known to be allowed."""
        code = _CODES[array.dtype]
        self._add(Frame(kind, aux=aux, dtype=code, dims=array.shape, payload=array.tobytes()))

    def _add(self, frame: Frame) -> None:
        self.frames.append(wire.pack(frame._replace(nonce=self._nonce, call=self._call)))

    def _array(self, array: ndarray) -> bool:
        self.arrays.append(array)
        code = _CODES.get(array.dtype) if array.dtype.isnative else None
        fits = array.ndim <= MAX_DIMS and all(size <= _MAX_DIM for size in array.shape)
        if code is None or (not fits and array.nbytes <= self._array_bytes):
            told = pack_opaque_array(_dtype_text(array), array.shape)
            return self._small(Frame(wire.OPAQUE_ARRAY, payload=told))
        if array.nbytes > self._array_bytes:
            # The header alone tells the size; a broadcast view is never spelt out.
            large = Frame(wire.ARRAY, dtype=code, dims=array.shape, payload_bytes=array.nbytes)
            self._add(large if fits else Frame(wire.TOO_LARGE))
            return False
        self._array_bytes -= array.nbytes
        self.elements(wire.ARRAY, array)
        return True

    def _scalar(self, value: generic) -> bool:
        dtype = value.dtype
        code = _CODES.get(dtype) if type(value) is dtype.type else None
        if code is None:
            return self._small(Frame(wire.OPAQUE, payload=type_name(type(value))))
        return self._small(Frame(wire.SCALAR, dtype=code, payload=value.tobytes()))

    def _tuple(self, items: tuple[object, ...], depth: int) -> bool:
        if len(items) > wire.MAX_TUPLE_ITEMS or depth >= wire.MAX_TUPLE_DEPTH:
            return self._small(Frame(wire.OPAQUE, payload=b"tuple"))
        self._add(Frame(wire.TUPLE, aux=len(items)))
        return all(self.value(item, depth + 1) for item in items)

    def _small(self, frame: Frame) -> bool:
        self._small_bytes -= wire.HEADER.size + len(frame.payload)
        if self._small_bytes < 0:
            frame = Frame(wire.TOO_LARGE)
        self._add(frame)
        return self._small_bytes >= 0


def _plain(value: object, kind: type) -> Frame | None:
    """Give the frame of an exact None, bool, int, float, complex or str that is short enough."""
    if value is None:
        return Frame(wire.NONE)
    if kind is bool:
        return Frame(wire.BOOL, payload=b"\x01" if value else b"\x00")
    if kind is float:
        return Frame(wire.FLOAT, payload=struct.pack("<d", value))
    if kind is complex and isinstance(value, complex):
        return Frame(wire.COMPLEX, payload=struct.pack("<dd", value.real, value.imag))
    if kind is int and isinstance(value, int):
        size = value.bit_length() // 8 + 1
        if size <= wire.MAX_PAYLOAD[wire.INT]:
            return Frame(wire.INT, payload=value.to_bytes(size, "little", signed=True))
    if kind is str and isinstance(value, str) and len(value) <= wire.MAX_TEXT_BYTES:
        text = value.encode("utf-8", "surrogatepass")
        if len(text) <= wire.MAX_TEXT_BYTES:
            return Frame(wire.STR, payload=text)
    return None


def _dtype_text(array: ndarray) -> bytes:
    try:
        return as_bytes(str(array.dtype), MAX_TYPE_NAME)
    except BaseException:  # metadata and field titles may be the submission's own objects
        return b"?"


def _close(value: object, kind: type) -> None:
    """Close a coroutine that nobody will await, or the interpreter complains on stderr."""
    if kind is CoroutineType and isinstance(value, CoroutineType):
        try:
            value.close()
        except BaseException:  # its finally blocks are the submission's code
            return
