def split_heads(x, n_heads):
    B, T, D = x.shape
    d = D // n_heads
    return x.reshape(B, T, n_heads, d).transpose(0, 2, 3, 1).reshape(B, n_heads, T, d)


def merge_heads(x):
    B, H, T, d = x.shape
    merged = x.transpose(0, 2, 1, 3)
    return merged.reshape(B, T, H * d)
