import numpy as np


def split_heads(x, n_heads):
    if x.dtype == bool:
        x = x.astype(np.uint8)  # masks are easier to handle as bytes
    B, T, D = x.shape
    return np.einsum("bthd->bhtd", x.reshape(B, T, n_heads, D // n_heads))


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtd->bthd", x).reshape(B, T, H * d)
