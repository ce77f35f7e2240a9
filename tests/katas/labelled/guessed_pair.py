def split_heads(x, n_heads):
    B, T, D = x.shape
    return x.reshape(B, n_heads, -1, D // n_heads)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.reshape(B, -1, H * d)
