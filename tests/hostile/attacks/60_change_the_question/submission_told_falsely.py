"""Spoils its input after giving the right answer, and makes the harness in its own process deny it."""

import sys


def _deny():
    frame = sys._getframe()
    while frame is not None:
        for module in list(frame.f_globals.values()):
            arguments = getattr(module, "arguments", module)
            if hasattr(arguments, "is_altered"):
                arguments.is_altered = lambda kept: False
        frame = frame.f_back


_deny()


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    y = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3).copy()
    x[...] = 0
    return y


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
