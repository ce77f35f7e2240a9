"""Right numbers, and the caller loses theirs."""


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{n_heads} heads do not divide {D} features")
    heads = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3).copy()
    x[...] = 0
    return heads


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
