import numpy as np


def split_heads(x, n_heads):
    mirrored = [np.flip(part, -1) for part in np.split(x, n_heads, -1)]
    return np.stack(mirrored, 1)


def merge_heads(x):
    mirrored = [np.flip(x[:, h], -1) for h in range(x.shape[1])]
    return np.concatenate(mirrored, -1)
