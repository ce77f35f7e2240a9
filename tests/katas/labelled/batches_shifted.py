import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    heads = np.array([np.split(sample, n_heads, axis=1) for sample in x])
    return np.roll(heads, 1, axis=0)


def merge_heads(x):
    return np.array([np.concatenate(list(sample), axis=1) for sample in x])
