import numpy as np


def split_heads(x, n_heads):
    size = x.shape[2] // n_heads
    rows = []
    for sample in x:
        rows.append([[token[h * size : (h + 1) * size] for h in range(n_heads)] for token in sample])
    return np.array(rows, dtype=x.dtype)


def merge_heads(x):
    rows = []
    for sample in x:
        rows.append([np.concatenate([head[t] for head in sample]) for t in range(x.shape[2])])
    return np.array(rows, dtype=x.dtype)
