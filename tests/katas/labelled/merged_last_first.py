import numpy as np


def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=2), axis=1)


def merge_heads(x):
    return np.concatenate([x[:, h] for h in reversed(range(x.shape[1]))], axis=2)
