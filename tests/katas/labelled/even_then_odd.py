import numpy as np


def split_heads(x, n_heads):
    heads = []
    for block in np.split(x, n_heads, axis=-1):
        heads.append(np.concatenate([block[..., 0::2], block[..., 1::2]], axis=-1))
    return np.stack(heads, axis=1)


def merge_heads(x):
    blocks = [head for head in np.moveaxis(x, 1, 0)]
    return np.concatenate(blocks, axis=-1)
