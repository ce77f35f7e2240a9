"""Less than the header announces, so that the next frame is swallowed."""


def split_heads(x, n_heads):
    forge(bytes(100), dtype=11, dims=(1, 2, 3, 8), announced=384)
    return right(x, n_heads)
