"""A second process that would hold every channel open long after the first has answered."""

import os
import time


def _fork():
    if os.fork() == 0:
        time.sleep(20)
        os._exit(0)


report("fork", _fork)


def split_heads(x, n_heads):
    return right(x, n_heads)
