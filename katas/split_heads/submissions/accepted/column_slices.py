"""Slice the columns of each head: right, with a loop that is not needed."""

import numpy as np


def split_heads(x, n_heads):
    width, rest = divmod(x.shape[-1], n_heads)
    if rest:
        raise ValueError("the features do not divide evenly")
    return np.stack([x[:, :, h * width : (h + 1) * width] for h in range(n_heads)], axis=1)


def merge_heads(x):
    return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=-1)
