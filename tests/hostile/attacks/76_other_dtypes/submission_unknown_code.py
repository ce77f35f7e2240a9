"""A dtype code that nobody has given out."""


def split_heads(x, n_heads):
    forge(bytes(8), dtype=200, dims=(8,))
    return right(x, n_heads)
