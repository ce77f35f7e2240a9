import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("heads")
    first = x[:, None, :, : D // n_heads]
    return np.repeat(first, n_heads, axis=1)


def merge_heads(x):
    rows = [np.concatenate([head for head in sample], axis=1) for sample in x]
    return np.stack(rows)
