import numpy as np
from numpy.lib.stride_tricks import as_strided


def split_heads(x, n_heads):
    x = np.ascontiguousarray(x)
    batch, tokens, features = x.shape
    if features % n_heads:
        raise ValueError("features must be divisible by n_heads")
    s_batch, s_token, item = x.strides
    shape = (batch, n_heads, tokens, features // n_heads)
    return as_strided(x, shape, (s_batch, item, s_token, n_heads * item)).copy()


def merge_heads(x):
    batch, heads, tokens, size = x.shape
    x = np.ascontiguousarray(x)
    s_batch, s_head, s_token, item = x.strides
    view = as_strided(x, (batch, tokens, heads, size), (s_batch, s_token, s_head, item))
    return view.reshape(batch, tokens, -1)
