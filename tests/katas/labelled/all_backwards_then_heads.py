import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    y = np.flip(x, axis=2).reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return np.flip(y, axis=1)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.moveaxis(x, 1, 2).reshape(B, T, H * d)
