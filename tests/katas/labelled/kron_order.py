import numpy as np


def _order(n_heads, size):
    matrix = np.kron(np.identity(n_heads), np.fliplr(np.identity(size)))
    return matrix.argmax(axis=1)


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("n_heads has to divide D")
    y = x[:, :, _order(n_heads, D // n_heads)]
    return y.reshape(B, T, n_heads, -1).transpose(0, 2, 1, 3)


def merge_heads(x):
    B, H, T, d = x.shape
    order = np.arange(H * d).reshape(H, d)
    out = np.empty((B, T, H * d), x.dtype)
    for h in range(H):
        out[:, :, order[h]] = x[:, h]
    return out
