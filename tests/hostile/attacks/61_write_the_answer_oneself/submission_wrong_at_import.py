"""Answers the whole request while it is loaded, in well-formed frames of wrong numbers, and is gone."""

import os
import struct
import sys

import numpy as np

_HEADER = struct.Struct("<4sBBBBQII8IQ")
_DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
).split()
DEFINED, RAISED, ARRAY = 5, 20, 30


def _request():
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if hasattr(value, "nonce") and hasattr(value, "calls"):
                return value
        frame = frame.f_back
    raise LookupError("request")


def _write(kind, call, dtype=0, dims=(), payload=b"", aux=0):
    sizes = (*dims, *[0] * 8)[:8]
    head = _HEADER.pack(b"RSHF", 1, kind, dtype, len(dims), work.nonce, call, aux, *sizes, len(payload))
    data = head + payload
    while data:
        data = data[os.write(3, data) :]


def _answer(call, function, x, n_heads=None):
    if function == "merge_heads":
        B, H, T, d = x.shape
        y = x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
    elif x.shape[2] % n_heads:
        told = b"\x0a\x00ValueError" + b"\x00\x00" + bytes(4) + b"\x00\x00"
        return _write(RAISED, call, payload=told, aux=1)
    else:
        B, T, D = x.shape
        y = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    y = y[:, ::-1]
    return _write(ARRAY, call, _DTYPES.index(y.dtype.name), y.shape, y.tobytes())


work = _request()
_write(DEFINED, 0)
for _number, _call in enumerate(work.calls):
    _function, _, _args = _call
    _, _dtype, _shape, _strides, _offset, _start, _size = _args[0]
    _x = np.ndarray(_shape, _dtype, bytearray(work.elements[_start:][:_size]), _offset, _strides)
    _answer(_number, _function, _x, *(_value for _, _value in _args[1:]))
os._exit(0)
