import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    target = np.arange(x.size).reshape(B, n_heads, T, D // n_heads)
    return x[np.unravel_index(target, x.shape)]


def merge_heads(x):
    B, H, T, d = x.shape
    b, t, column = np.ogrid[:B, :T, : H * d]
    return x[b, column // d, t, column % d]
