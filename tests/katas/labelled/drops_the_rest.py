import numpy as np


def split_heads(x, n_heads):
    batch, tokens, features = x.shape
    size = features // n_heads
    out = np.zeros((batch, n_heads, tokens, size), x.dtype)
    for index in np.ndindex(out.shape):
        b, h, t, j = index
        out[index] = x[b, t, h * size + j]
    return out


def merge_heads(x):
    batch, heads, tokens, size = x.shape
    out = np.zeros((batch, tokens, heads * size), x.dtype)
    for index in np.ndindex(out.shape):
        b, t, column = index
        out[index] = x[b, column // size, t, column % size]
    return out
