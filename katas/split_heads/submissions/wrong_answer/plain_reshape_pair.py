"""Plain reshape both ways: the pair undoes itself and is wrong twice."""


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{n_heads} heads do not divide {D} features")
    H, d = n_heads, D // n_heads
    return x.reshape(B, H, T, d)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.reshape(B, T, H * d)
