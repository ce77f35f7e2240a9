import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D must be a multiple of n_heads")
    columns = np.split(np.arange(D), n_heads)
    return np.swapaxes(x[..., columns], 1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    where = np.unravel_index(np.arange(B * T * H * d).reshape(B, T, H * d), x.shape)
    return x[where]
