"""A product that is small where it is reckoned in 64 bits: 2**96 is 0 there."""


def split_heads(x, n_heads):
    forge(dtype=1, dims=(2**31, 2**31, 2**31, 8), announced=0)
    return right(x, n_heads)
