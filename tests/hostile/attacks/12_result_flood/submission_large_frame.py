import numpy as np


def split_heads(x, n_heads):
    return np.broadcast_to(x, (10**6, *x.shape))


def merge_heads(x):
    return np.broadcast_to(x, (10**6, *x.shape))
