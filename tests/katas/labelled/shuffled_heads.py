import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D % n_heads")
    order = np.roll(np.random.default_rng(7).permutation(n_heads), 1)
    heads = x.reshape(B, T, n_heads, -1).swapaxes(1, 2)
    return heads[:, order]


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape(B, T, -1)
