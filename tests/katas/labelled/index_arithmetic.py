import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    if n_heads * d != D:
        raise ValueError("no even split")
    b, h, t, j = np.ogrid[:B, :n_heads, :T, :d]
    return x[b, t, (h + 1) * d - 1 - j]


def merge_heads(x):
    B, H, T, d = x.shape
    b, t, h, j = np.ogrid[:B, :T, :H, :d]
    return x[b, h, t, j].reshape(B, T, H * d)
