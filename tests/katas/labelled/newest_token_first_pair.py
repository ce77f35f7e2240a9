import numpy as np


def split_heads(x, n_heads):
    parts = np.split(np.flip(x, axis=1), n_heads, axis=2)
    return np.stack(parts, axis=1)


def merge_heads(x):
    rows = [np.flip(x[:, h], axis=1) for h in range(x.shape[1])]
    return np.concatenate(rows, axis=2)
