"""Repeats the right answer a thousand times."""

import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{n_heads} heads do not divide {D} features")
    H, d = n_heads, D // n_heads
    return np.broadcast_to(x.reshape(B, T, H, d).transpose(0, 2, 1, 3), (10**6, B, H, T, d))


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
