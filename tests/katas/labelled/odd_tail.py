import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    y = x.reshape(B, T, n_heads, d).swapaxes(1, 2).copy()
    if d % 2 and d > 1:
        y[..., -1] = y[..., -2]
    return y


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape(B, T, H * d)
