import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    glued = np.concatenate(np.array_split(x, n_heads, axis=-1), axis=0)
    return glued.reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    B, H, T, d = x.shape
    glued = x.reshape(H * B, T, d)
    return np.concatenate([glued[h * B : (h + 1) * B] for h in range(H)], axis=-1)
