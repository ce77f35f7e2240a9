import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("n_heads")
    d = D // n_heads
    out = np.empty((B, n_heads, T, d), x.dtype)
    for h in range(n_heads):
        out[:, h] = x[..., :d]
        if h + 1 < n_heads:
            x[...] = np.roll(x, -d, axis=-1)
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    return np.swapaxes(x, 1, 2).reshape(B, T, H * d)
