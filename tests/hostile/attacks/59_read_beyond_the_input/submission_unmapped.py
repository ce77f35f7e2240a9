from numpy.lib.stride_tricks import as_strided


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    return as_strided(x, (B, n_heads, T, D // n_heads), (1 << 44, 1 << 43, 1 << 42, x.itemsize))


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
