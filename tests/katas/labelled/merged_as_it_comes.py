import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D")
    return np.array([x[:, :, h : h + D // n_heads] for h in range(0, D, D // n_heads)]).swapaxes(0, 1)


def merge_heads(x):
    B, H, T, d = x.shape
    y = x.transpose(0, 2, 1, 3)
    out = np.empty(x.size, x.dtype)
    for place, value in enumerate(np.nditer(y)):
        out[place] = value
    return out.reshape(B, T, H * d)
