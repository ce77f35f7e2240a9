import numpy as np


class Heads:
    def __init__(self, count):
        self.count = count

    def forward(self, x):
        if x.shape[-1] % self.count:
            raise ValueError("heads must divide features")
        cut = x.reshape(x.shape[0], x.shape[1], self.count, -1)
        moved = np.einsum("bthd->bhtd", cut)
        return np.swapaxes(moved, 2, 1)

    def backward(self, x):
        moved = np.einsum("bhtd->bthd", x)
        return moved.reshape(*moved.shape[:2], -1)


def split_heads(x, n_heads):
    return Heads(n_heads).forward(x)


def merge_heads(x):
    return Heads(x.shape[1]).backward(x)
