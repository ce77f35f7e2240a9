def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    return x.reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.reshape(B, T, H * d)
