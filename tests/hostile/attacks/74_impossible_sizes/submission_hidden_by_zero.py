"""No element at all, of a shape that no array can have."""


def split_heads(x, n_heads):
    forge(dtype=11, dims=(0, *[2**32 - 1] * 7))
    return right(x, n_heads)
