import numpy as np


def split_heads(x, n_heads):
    blocks = np.split(x, n_heads, axis=-1)
    return np.stack([blocks[(h + 1) % n_heads] for h in range(n_heads)], axis=1)


def merge_heads(x):
    B, H, T, d = x.shape
    out = np.empty((B, T, H, d), x.dtype)
    for h in range(H):
        out[:, :, h] = x[:, h]
    return out.reshape(B, T, H * d)
