import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    size = D // n_heads
    heads = x.reshape(B, T, n_heads, size).transpose(0, 2, 1, 3)
    return (heads / np.sqrt(size)).astype(x.dtype)


def merge_heads(x):
    B, H, T, size = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * size)
