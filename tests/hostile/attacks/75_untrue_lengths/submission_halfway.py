"""Half a header, and gone."""


def split_heads(x, n_heads):
    raw(head(dtype=11, dims=(8,), announced=64)[:30])
    os._exit(0)
