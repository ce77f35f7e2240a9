import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    raw = x.tobytes("A")
    tokens = np.frombuffer(raw, x.dtype).reshape(B, T, n_heads, D // n_heads)
    return np.ascontiguousarray(tokens.swapaxes(1, 2))


def merge_heads(x):
    B, H, T, d = x.shape
    raw = np.ascontiguousarray(x.swapaxes(1, 2)).tobytes()
    return np.frombuffer(raw, x.dtype).reshape(B, T, H * d)
