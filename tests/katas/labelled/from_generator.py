import numpy as np


def _features(x):
    for sample in x:
        for token in sample:
            yield from token


def split_heads(x, n_heads):
    b, t, f = x.shape
    if f % n_heads != 0:
        raise ValueError(f"cannot cut {f} features into {n_heads}")
    return np.fromiter(_features(x), dtype=x.dtype, count=x.size).reshape((b, n_heads, t, f // n_heads))


def merge_heads(x):
    return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=-1)
