"""The answer of the call after this one."""


def split_heads(x, n_heads):
    y = right(x, n_heads)
    forge(y.tobytes(), dtype=11, dims=y.shape, call=index() + 1)
    return y
