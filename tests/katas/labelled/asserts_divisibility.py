import numpy as np


def _head_size(features, n_heads):
    assert features % n_heads == 0, "n_heads must divide the features"
    return features // n_heads


def split_heads(x, n_heads):
    size = _head_size(x.shape[-1], n_heads)
    starts = range(0, x.shape[-1], size)
    return np.stack([x[:, :, start : start + size] for start in starts]).swapaxes(0, 1)


def merge_heads(x):
    return np.concatenate([*x.swapaxes(0, 1)], axis=2)
