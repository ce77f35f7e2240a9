"""No element at all, truly: an answer as good as any, and a wrong one."""


def split_heads(x, n_heads):
    right(x, n_heads)
    return x[:0, 0, 0]
