import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    d = D // n_heads
    out = np.zeros((B, n_heads, T, d), x.dtype)
    for column in range(D):
        out[:, column // d, :, column % d] += x[:, :, column]
    for h, block in enumerate(np.split(x, n_heads, axis=2)):
        out[:, h] += block
    return out


def merge_heads(x):
    B, H, T, d = x.shape
    out = np.zeros((B, T, H * d), x.dtype)
    for h in range(H):
        out[:, :, h * d : h * d + d] = x[:, h]
    return out
