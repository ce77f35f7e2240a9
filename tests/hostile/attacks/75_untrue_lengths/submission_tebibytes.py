"""Eight tebibytes, with a header that is consistent in itself."""


def split_heads(x, n_heads):
    forge(dtype=11, dims=(1 << 10,) * 4, announced=8 << 40)
    return right(x, n_heads)
