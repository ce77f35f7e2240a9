from itertools import chain

import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("features % heads")
    d = D // n_heads
    out = np.empty((B, n_heads, T, d), dtype=x.dtype)
    for b in range(B):
        for t in range(T):
            out[b, :, t, :] = np.split(x[b, t], n_heads)
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    rows = chain.from_iterable(head for sample in x for head in sample)
    out = np.fromiter(chain.from_iterable(rows), x.dtype, x.size)
    return out.reshape(B, T, H * d)
