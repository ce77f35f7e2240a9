import numpy as np


def split_heads(x, n_heads):
    """Cut (B, T, D) into heads: (B, H, T, D // H)."""
    B, T, D = x.shape
    return x.reshape(B, n_heads, T, D // n_heads)


def merge_heads(x):
    """Undo split_heads: (B, H, T, d) back to (B, T, H * d)."""
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
