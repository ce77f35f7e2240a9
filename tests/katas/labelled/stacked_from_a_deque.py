from collections import deque

import numpy as np


def split_heads(x, n_heads):
    heads = deque()
    for block in np.split(x, n_heads, axis=2):
        heads.appendleft(block)
    return np.stack(heads, axis=1)


def merge_heads(x):
    blocks = deque()
    for head in np.moveaxis(x, 1, 0):
        blocks.append(head)
    return np.concatenate(blocks, axis=2)
