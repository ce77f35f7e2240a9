import numpy as np


def split_heads(x, n_heads):
    return np.ones((1 << 40,))


def merge_heads(x):
    return np.ones((1 << 40,))
