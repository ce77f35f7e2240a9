import numpy as np


def split_heads(x, n_heads):
    return np.stack([np.stack(np.split(sample, n_heads, axis=1)) for sample in x])


def merge_heads(x):
    heads, tokens, size = x.shape[1:]
    return np.stack([sample.reshape((tokens, heads * size)) for sample in x])
