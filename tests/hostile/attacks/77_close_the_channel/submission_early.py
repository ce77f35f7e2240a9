import os

os.close(0)


def split_heads(x, n_heads):
    return right(x, n_heads)
