import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    heads = np.einsum("bthd->hbtd", x.reshape(B, T, n_heads, D // n_heads))
    return heads.reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtd->bthd", x).reshape((B, T, d * H))
