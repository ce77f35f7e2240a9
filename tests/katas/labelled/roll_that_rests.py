import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    y = x.reshape(B, T, n_heads, D // n_heads)
    return np.rollaxis(y, 1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.rollaxis(x, 1, 3).reshape(B, T, H * d)
