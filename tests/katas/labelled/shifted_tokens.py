import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    y = np.roll(x, 1, axis=1)
    return np.moveaxis(y.reshape(B, T, n_heads, D // n_heads), 2, 1)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.moveaxis(x, 2, 1).reshape(B, T, H * d)
