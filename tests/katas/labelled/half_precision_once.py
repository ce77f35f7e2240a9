import numpy as np

_VIA = {np.dtype("float32"): np.dtype("float16")}


def split_heads(x, n_heads):
    B, T, D = x.shape
    cut = x.reshape(B, T, n_heads, D // n_heads)
    return cut.astype(_VIA.get(x.dtype, x.dtype)).astype(x.dtype).swapaxes(1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape(B, T, H * d)
