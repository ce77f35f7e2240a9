import numpy as np


def split_heads(x, n_heads):
    heads = [x[:, :, h::n_heads] for h in range(n_heads)]
    return np.array(heads, dtype=np.float32).swapaxes(0, 1)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.array(x).reshape(B, T, H * d)
