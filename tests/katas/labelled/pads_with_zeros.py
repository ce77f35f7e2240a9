import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    x = np.pad(x, ((0, 0), (0, 0), (0, -D % n_heads)))
    return x.reshape(B, T, n_heads, -1).transpose(0, 2, 1, 3)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
