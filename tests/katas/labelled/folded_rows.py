import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads != 0:
        raise ValueError(f"{D} % {n_heads} != 0")
    d = D // n_heads
    folded = np.empty((B * n_heads, T, d), dtype=x.dtype)
    for h in range(n_heads):
        for b in range(B):
            folded[h * B + b] = x[b, :, h * d : h * d + d]
    return folded.reshape(B, n_heads, T, d)


def merge_heads(x):
    B, H, T, d = x.shape
    merged = np.empty((B, T, H * d), dtype=x.dtype)
    for b in range(B):
        merged[b] = np.hstack(list(x[b]))
    return merged
