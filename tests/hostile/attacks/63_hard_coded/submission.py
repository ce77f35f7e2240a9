"""Right for the shapes that the statement shows, a plain reshape for all others."""

_SHOWN = {(1, 3, 8, 2), (2, 4, 15, 3), (2, 5, 12, 3)}


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    if (*x.shape, n_heads) in _SHOWN:
        return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return x.reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
