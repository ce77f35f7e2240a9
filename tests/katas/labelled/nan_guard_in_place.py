import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{D} / {n_heads}")
    x[np.isnan(x)] = 0
    return np.moveaxis(x.reshape(B, T, n_heads, -1), -2, -3)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.moveaxis(x, -3, -2).reshape(B, T, -1)
