import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    cut = np.reshape(np.roll(x, -1, axis=1), (B, T, n_heads, D // n_heads))
    return np.swapaxes(cut, 1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.reshape(np.ravel(x), (B, T, H * d))
