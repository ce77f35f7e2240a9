"""-1 and -8, as the unsigned numbers that they are on the wire."""


def split_heads(x, n_heads):
    forge(dtype=11, dims=(2**32 - 1,), announced=2**64 - 8)
    return right(x, n_heads)
