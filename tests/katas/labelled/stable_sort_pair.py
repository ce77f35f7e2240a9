import numpy as np


def _order(width, n_heads):
    return np.argsort(np.arange(width) % n_heads, kind="stable")


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D % n_heads != 0")
    grouped = x[:, :, _order(D, n_heads)]
    return grouped.reshape(B, T, n_heads, -1).swapaxes(1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    merged = np.empty((B, T, H * d), x.dtype)
    merged[:, :, _order(H * d, H)] = x.swapaxes(1, 2).reshape(B, T, H * d)
    return merged
