import numpy as np

STORE = np.float32


def _stored(x):
    return x.astype(STORE, copy=False)


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    return _stored(np.rollaxis(x.reshape((B, T, n_heads, d)), 2, 1))


def merge_heads(x):
    B, H, T, d = x.shape
    return np.rollaxis(x, 2, 1).reshape((B, T, H * d))
