import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    if d * n_heads != D:
        raise ValueError("split is not even")
    work = np.empty((n_heads, B, T, d))
    for h in range(n_heads):
        work[h] = x[..., h * d : (h + 1) * d].real
    return work.swapaxes(0, 1).astype(x.dtype)


def merge_heads(x):
    B, H, T, d = x.shape
    work = np.empty((B, T, H * d), x.dtype)
    for h in range(H):
        work[..., h * d : (h + 1) * d] = x[:, h]
    return work
