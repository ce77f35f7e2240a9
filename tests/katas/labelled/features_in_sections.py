import numpy as np


def split_heads(x, n_heads):
    sections = np.split(x, n_heads, axis=-1)
    return np.stack(sections, axis=2)


def merge_heads(x):
    sections = [x[:, h] for h in range(x.shape[1])]
    return np.concatenate(sections, axis=-1)
