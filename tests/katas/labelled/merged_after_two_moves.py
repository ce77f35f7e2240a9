import numpy as np


class Layout:
    """Axis moves between (B, T, H, d) and (B, H, T, d)."""

    @staticmethod
    def heads_first(x):
        return np.moveaxis(x, 2, 1)

    @staticmethod
    def tokens_first(x):
        return np.moveaxis(x, 1, 2)


def split_heads(x, n_heads):
    B, T, D = x.shape
    return Layout.heads_first(x.reshape(B, T, n_heads, D // n_heads))


def merge_heads(x):
    B, H, T, d = x.shape
    tokens = Layout.tokens_first(x)
    return Layout.heads_first(tokens).reshape(B, T, H * d)
