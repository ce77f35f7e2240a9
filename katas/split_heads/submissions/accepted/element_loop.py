"""Follow the index law element by element: slow, and right."""

import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D must be a multiple of n_heads")
    d = D // n_heads
    out = np.empty((B, n_heads, T, d), dtype=x.dtype)
    for b, h, t, j in np.ndindex(out.shape):
        out[b, h, t, j] = x[b, t, h * d + j]
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    out = np.empty((B, T, H * d), dtype=x.dtype)
    for b, h, t, j in np.ndindex(x.shape):
        out[b, t, h * d + j] = x[b, h, t, j]
    return out
