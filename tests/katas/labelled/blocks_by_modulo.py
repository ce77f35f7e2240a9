import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError
    result = np.zeros((B, n_heads, T, D // n_heads), x.dtype)
    for column in range(D):
        place, head = divmod(column, n_heads)
        result[:, head, :, place] = x[:, :, column]
    return result


def merge_heads(x):
    B, H, T, d = x.shape
    result = np.zeros((B, T, H * d), x.dtype)
    for column in range(H * d):
        head, place = divmod(column, d)
        result[:, :, column] = x[:, head, :, place]
    return result
