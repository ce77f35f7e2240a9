def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"D={D} is not divisible by n_heads={n_heads}")
    # (B, T, D) -> (B, T, H, d) -> (B, H, T, d): cut the last axis, then bring the heads forward
    return x.reshape(B, n_heads, T, -1)


def merge_heads(x):
    # (B, H, T, d) -> (B, T, H, d) -> (B, T, D): the same backwards
    B, H, T, d = x.shape
    return x.swapaxes(2, 1).reshape(B, T, -1)
