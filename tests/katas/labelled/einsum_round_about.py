import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    cut = np.moveaxis(x.reshape(B, n_heads, T, d), 1, -1)
    return np.einsum("btdh->bhtd", cut)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtd->bthd", x).reshape(B, T, H * d)
