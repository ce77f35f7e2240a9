import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    rows = [x[b, :, h * d : (h + 1) * d] for h in range(n_heads) for b in range(B)]
    return np.array(rows).real.astype("float64").reshape(B, n_heads, T, d)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.einsum("bhtd->bthd", x).reshape(B, T, H * d)
