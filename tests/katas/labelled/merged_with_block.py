import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D is not divisible")
    return np.swapaxes(np.reshape(x, (B, T, n_heads, -1)), -3, -2)


def merge_heads(x):
    B, H, T, d = x.shape
    flat = np.block([x[:, h].reshape(B, T * d) for h in range(H)])
    return flat.reshape(B, T, H * d)
