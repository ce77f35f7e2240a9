import numpy as np


def split_heads(x, n_heads):
    if x.shape[-1] % n_heads:
        raise ValueError("cannot split evenly")
    return _peel(x, x.shape[-1] // n_heads)


def _peel(x, size):
    first, rest = x[:, None, :, :size], x[:, :, size:]
    if rest.shape[-1] == 0:
        return first
    return np.concatenate([_peel(rest, size), first], axis=1)


def merge_heads(x):
    if x.shape[1] == 1:
        return x[:, 0]
    return np.concatenate([x[:, 0], merge_heads(x[:, 1:])], axis=-1)
