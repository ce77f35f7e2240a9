import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{D} features, {n_heads} heads")
    d = D // n_heads
    out = np.zeros((B, n_heads, T, d))
    for h in range(n_heads):
        out[:, h, :, :] = x[:, :, h * d : (h + 1) * d]
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    out = np.zeros((B, T, H, d), dtype=x.dtype)
    for h in range(H):
        out[:, :, h, :] = x[:, h, :, :]
    return out.reshape(B, T, H * d)
