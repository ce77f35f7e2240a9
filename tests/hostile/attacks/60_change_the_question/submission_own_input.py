"""Makes all numbers of the input one number, and hands the input back as the answer."""


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    x[...] = x.ravel()[0]
    return x.reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
