"""Name the axes once, and let einsum move them."""

import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads != 0:
        raise ValueError(f"D={D} is not a multiple of H={n_heads}")
    return np.einsum("bthj->bhtj", x.reshape(B, T, n_heads, D // n_heads))


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtj->bthj", x).reshape(B, T, H * d)
