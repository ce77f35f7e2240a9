import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven heads")
    heads = np.concatenate([sample.flatten() for sample in x])
    return np.resize(heads, (B, n_heads, T, D // n_heads))


def merge_heads(x):
    B, H, T, d = x.shape
    rows = np.concatenate([head.flatten() for sample in x for head in sample])
    return np.resize(rows, (B, T, H * d))
