import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{n_heads} heads do not fit {D} features")
    shape = (B, n_heads, T, D // n_heads)
    return np.ndarray(shape, dtype=x.dtype, buffer=bytearray(x.tobytes("F")), order="F")


def merge_heads(x):
    B, H, T, d = x.shape
    raw = x.swapaxes(1, 2).tobytes()
    return np.frombuffer(raw, dtype=x.dtype).reshape(B, T, H * d).copy()
