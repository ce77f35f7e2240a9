import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    parts = np.split(x, n_heads, axis=2)
    return np.stack(parts).reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    return np.concatenate(np.split(x, x.shape[1], axis=1), axis=3).squeeze(axis=1)
