"""Import what every child finds already imported, before any of our own code.

The choice is measured: more modules make every fork slower, and a child can still import them itself.
"""

import importlib
from typing import Final

from sandbox.zygote import heap, quiet

PRELOADED: Final = (
    "abc array bisect cmath collections contextlib copy ctypes dataclasses datetime decimal "
    "encodings.idna enum fractions functools heapq io itertools json linecache math operator "
    "random re statistics string textwrap traceback typing warnings "
    "numpy.fft numpy.linalg numpy.random".split()
)


def load() -> None:
    """Import what is imported once for all children."""
    quiet.begin()
    for name in PRELOADED:
        importlib.import_module(name)
    quiet.end()
    heap.fill_holes()
