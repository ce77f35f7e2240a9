import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    select = np.eye(D, dtype=x.dtype).reshape(D, n_heads, D // n_heads)
    return np.tensordot(x, select, axes=1).transpose(0, 2, 1, 3)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.stack([x[:, h] for h in range(H)], axis=2).reshape(B, T, H * d)
