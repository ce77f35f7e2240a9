import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    y = x.reshape(B, T, n_heads, d).swapaxes(1, 2)
    half = d // 2
    return np.concatenate((y[..., half:], y[..., :half]), axis=-1)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape(B, T, H * d)
