"""Goes behind a submission: forges frames of the result channel, and knows the right answers besides."""

import os
import struct
import sys

ARRAY, RAISED, READY = 30, 20, 1
_HEADER = struct.Struct("<4sBBBBQII8IQ")


def find(*names):
    """Find what the harness keeps on the stack: the first local variable with all these attributes."""
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if all(hasattr(value, name) for name in names):
                return value
        frame = frame.f_back
    raise LookupError(names)


def index():
    """Tell the number of the call under way."""
    frame = sys._getframe()
    while not ("index" in frame.f_locals and "call" in frame.f_locals):
        frame = frame.f_back
    return frame.f_locals["index"]


def head(kind=ARRAY, *, nonce=None, call=None, aux=0, dtype=0, dims=(), ndim=None, announced=0):
    """Pack a header, right in all that is not given otherwise."""
    return _HEADER.pack(
        b"RSHF",
        1,
        kind,
        dtype,
        len(dims) if ndim is None else ndim,
        find("nonce", "calls").nonce if nonce is None else nonce,
        index() if call is None else call,
        aux,
        *(*dims, *[0] * 8)[:8],
        announced,
    )


def raw(data):
    """Write bytes to the result channel."""
    while data:
        data = data[os.write(3, data) :]


def forge(payload=b"", **fields):
    """Write a frame whose header need not be true."""
    fields.setdefault("announced", len(payload))
    raw(head(**fields) + payload)


def right(x, n_heads):
    """Give the right answer."""
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
