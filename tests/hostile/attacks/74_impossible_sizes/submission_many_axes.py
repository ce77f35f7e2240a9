"""More axes than any array has."""


def split_heads(x, n_heads):
    forge(dtype=11, ndim=255)
    return right(x, n_heads)
