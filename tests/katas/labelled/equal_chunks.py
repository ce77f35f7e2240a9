import numpy as np


def _cut(sample, n_heads):
    tokens, width = sample.shape
    runs = np.split(sample.reshape(-1), n_heads)
    return [run.reshape(tokens, width // n_heads) for run in runs]


def split_heads(x, n_heads):
    return np.array([_cut(sample, n_heads) for sample in x])


def merge_heads(x):
    return np.array([np.hstack(list(sample)) for sample in x])
