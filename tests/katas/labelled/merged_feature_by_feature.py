import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    return np.einsum("bthd->bhtd", x.reshape(B, T, n_heads, D // n_heads))


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtd->btdh", x).reshape(B, T, H * d)
