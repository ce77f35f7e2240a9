def split_heads(x, n_heads):
    B, T, D = x.shape
    y = x.reshape(B, T, n_heads, D // n_heads)
    return y.transpose(0, 2, 1, 3).copy()


def merge_heads(x):
    B, H, T, d = x.shape
    merged = x.transpose(0, 2, 1, 3).reshape(B, T, H * d).copy()
    x.fill(0)
    return merged
