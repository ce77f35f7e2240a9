import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if x.dtype.kind in "fc":
        x = np.round(x, 3)
    return np.stack(np.split(x, n_heads, axis=-1), axis=1).reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    return np.concatenate([head for head in x.swapaxes(0, 1)], axis=-1)
