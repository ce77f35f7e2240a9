import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    if d * n_heads != D:
        raise ValueError(f"D={D} must be a multiple of n_heads={n_heads}")
    out = np.empty((B, n_heads, T, d), dtype=x.dtype)
    for h in range(n_heads):
        end = D - h * d
        out[:, h] = x[:, :, end - d : end]
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    out = np.empty((B, T, H * d), dtype=x.dtype)
    for h in range(H):
        start = h * d
        out[:, :, start : start + d] = x[:, h]
    return out
