"""Twice what the header announces."""


def split_heads(x, n_heads):
    forge(bytes(128), dtype=11, dims=(8,), announced=64)
    return right(x, n_heads)
