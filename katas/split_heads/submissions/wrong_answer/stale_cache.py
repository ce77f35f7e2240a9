"""A cache keyed by shape answers new data with old."""


_seen = {}


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{n_heads} heads do not divide {D} features")
    key = (x.shape, n_heads, x.dtype.str)
    if key not in _seen:
        _seen[key] = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return _seen[key].copy()


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
