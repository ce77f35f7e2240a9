import numpy as np


def split_heads(x, n_heads):
    batch, tokens, width = x.shape
    head_width, rest = divmod(width, n_heads)
    if rest:
        raise ValueError("width is not a multiple of n_heads")
    heads = np.empty((batch, n_heads, tokens, head_width), dtype=x.dtype)
    for position, value in enumerate(x.flat):
        heads.flat[position] = value
    return heads


def merge_heads(x):
    batch, heads, tokens, head_width = x.shape
    out = np.empty((batch, tokens, heads * head_width), dtype=x.dtype)
    for h in range(heads):
        out[..., h * head_width : (h + 1) * head_width] = x[:, h]
    return out
