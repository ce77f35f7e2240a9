def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    y = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3).copy()
    return y.view(f"V{y.itemsize}")


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
