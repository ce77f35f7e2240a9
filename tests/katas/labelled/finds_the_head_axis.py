import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    y = x.reshape(B, T, n_heads, D // n_heads)
    head_axis = y.shape.index(n_heads, 1)
    return np.moveaxis(y, head_axis, 1)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.moveaxis(x, 1, 2).reshape(B, T, H * d)
