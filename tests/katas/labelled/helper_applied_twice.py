import numpy as np


def _turn(y):
    return y[:, ::-1]


def split_heads(x, n_heads):
    B, T, D = x.shape
    y = _turn(x).reshape(B, T, n_heads, D // n_heads)
    return _turn(y).swapaxes(1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    return _turn(x.swapaxes(1, 2)).reshape(B, T, H * d)
