"""A buffer kept from call to call saves an allocation and betrays the first caller."""

import numpy as np


_buffers = {}


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{n_heads} heads do not divide {D} features")
    shape = (B, n_heads, T, D // n_heads)
    out = _buffers.setdefault((shape, x.dtype.str), np.empty(shape, x.dtype))
    out[...] = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
