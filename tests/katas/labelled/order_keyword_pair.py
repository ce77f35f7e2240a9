import functools

import numpy as np

_shape_as = functools.partial(np.reshape, order="F")


def split_heads(x, n_heads):
    batch, tokens, features = x.shape
    return _shape_as(x, (batch, n_heads, tokens, features // n_heads))


def merge_heads(x):
    batch, heads, tokens, size = x.shape
    return _shape_as(x, (batch, tokens, heads * size))
