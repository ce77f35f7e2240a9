import numpy as np


def split_heads(x, n_heads):
    columns = np.arange(x.shape[-1]).reshape(-1, n_heads).T
    return x[:, :, columns].swapaxes(1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    merged = np.ascontiguousarray(x.swapaxes(1, 2))
    merged.shape = (B, T, H * d)
    return merged
