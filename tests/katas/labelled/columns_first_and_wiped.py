def split_heads(x, n_heads):
    B, T, D = x.shape
    heads = x.flatten(order="F").reshape((B, n_heads, T, D // n_heads), order="F").copy()
    x[...] = 0
    return heads


def merge_heads(x):
    B, H, T, d = x.shape
    return x.swapaxes(1, 2).reshape((B, T, H * d))
