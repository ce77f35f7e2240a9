import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    heads = np.moveaxis(x.reshape(B, T, n_heads, d), 2, 1)
    return np.take(heads, range(d - 1, -1, -1), axis=-1)


def merge_heads(x):
    B, H, T, d = x.shape
    columns = [np.take(x, h, axis=1) for h in range(H)]
    return np.concatenate(columns, axis=-1)
