import numpy as np


class HeadError(TypeError):
    pass


def split_heads(x, n_heads):
    B, T, D = x.shape
    try:
        cut = np.reshape(x, (B, T, n_heads, D // n_heads))
    except ValueError as error:
        raise HeadError(f"{n_heads} heads do not divide {D} features") from error
    return np.swapaxes(cut, 1, 2)


def merge_heads(x):
    B, H, T, d = x.shape
    return np.reshape(np.swapaxes(x, 1, 2), (B, T, H * d))
