import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D and n_heads do not go together")
    heads = np.zeros((B, n_heads, T, D // n_heads), x.dtype)
    for b in range(B):
        for h, block in enumerate(np.split(x[b], n_heads, axis=1)):
            heads[b, h] = block
        return heads


def merge_heads(x):
    B, H, T, d = x.shape
    tokens = np.zeros((B, T, H * d), x.dtype)
    for b in range(B):
        tokens[b] = np.concatenate(list(x[b]), axis=1)
    return tokens
