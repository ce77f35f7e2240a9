import numpy as np


def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1)[::-1], axis=1)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.stack([x[:, h] for h in range(H)], axis=-1).reshape(B, T, H * d)
