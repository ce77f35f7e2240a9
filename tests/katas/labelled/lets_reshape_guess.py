import numpy as np


def split_heads(x, n_heads):
    size = x.shape[-1] // n_heads
    heads = np.reshape(x, (len(x), -1, n_heads, size))
    return np.moveaxis(heads, 2, 1)


def merge_heads(x):
    tokens = np.moveaxis(x, 1, 2)
    return np.reshape(tokens, (*tokens.shape[:2], -1))
