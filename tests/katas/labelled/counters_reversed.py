import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("bad number of heads")
    out = np.empty((B, n_heads, T, D // n_heads), x.dtype)
    for source, target in zip(np.ndindex(*x.shape[::-1]), np.ndindex(*out.shape[::-1])):
        out[target[::-1]] = x[source[::-1]]
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    out = np.empty((B, T, H * d), x.dtype)
    for b, h, t, j in np.ndindex(B, H, T, d):
        out[b, t, h * d + j] = x[b, h, t, j]
    return out
