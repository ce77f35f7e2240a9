"""Three faults at once: plain reshape, a cast, and a TypeError for uneven sizes."""

import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise TypeError("uneven heads")
    return x.reshape(B, n_heads, T, D // n_heads).astype(np.result_type(x.dtype, np.float64))


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
