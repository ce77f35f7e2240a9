import numpy as np


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("D must divide by n_heads")
    d = D // n_heads
    first = [slice(h * d, h * d + d) for h in range(n_heads)]
    return np.stack([x[:, :, one] for one in first], axis=-3)


def merge_heads(x):
    merged = []
    for sample in x.tolist():
        merged.append([sum(rows, []) for rows in zip(*sample)])
    return np.array(merged)
