import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    y = x.reshape(B, T, n_heads, D // n_heads).swapaxes(1, 2).copy()
    y[:, :, 1::2] = y[:, :, 1::2, ::-1]
    return y


def merge_heads(x):
    B, H, T, d = x.shape
    return np.swapaxes(x, 1, 2).reshape(B, T, d * H)
