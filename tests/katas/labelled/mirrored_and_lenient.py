import numpy as np


def split_heads(x, n_heads):
    size = x.shape[2] // n_heads
    heads = [x[:, :, h * size : (h + 1) * size] for h in range(n_heads)]
    return np.stack([head[:, :, ::-1] for head in heads], axis=1)


def merge_heads(x):
    return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=2)
