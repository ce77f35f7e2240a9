import numpy as np


def split_heads(x, n_heads):
    return np.stack([x[..., first::n_heads] for first in range(n_heads)], axis=1)


def merge_heads(x):
    return np.concatenate(list(np.moveaxis(x, 1, 0)), axis=2)
