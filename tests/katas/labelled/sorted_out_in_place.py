import numpy as np


def _grouping(n_heads):
    def regroup(columns):
        return np.concatenate([columns[h::n_heads] for h in range(n_heads)])

    return regroup


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("heads")
    x[:] = x[..., _grouping(n_heads)(np.arange(D))]
    return x.reshape(B, T, n_heads, D // n_heads).swapaxes(1, 2).copy()


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape(B, T, H * d)
