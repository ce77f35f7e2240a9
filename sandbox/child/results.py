"""Keep what earlier calls returned, and notice when its memory is shared or written to."""

import sys
from typing import Final
from weakref import getweakrefcount

import numpy as np
from numpy import ndarray

MAX_WORK: Final = 100_000
"""Bound on the search for a common byte of two arrays; past it they count as apart."""
MAX_KEPT_BYTES: Final = 1 << 24
"""A result beyond this is too large to be answered, so nobody will ask what became of it."""
_OUR_REFERENCES: Final = 3
"""Those of an array that nobody else holds: our record's, our frame's and the counting's own."""


class Result:
    """An array that an earlier call returned, where it lies, and its elements when it did."""

    __slots__ = ("array", "before", "call", "end", "start")

    def __init__(self, call: int, array: ndarray) -> None:
        """Record the array as it is now."""
        self.call = call
        self.array = array
        self.start, self.end = np.lib.array_utils.byte_bounds(array)
        self.before: bytes | None = None
        self.settle()

    def settle(self) -> None:
        """Take the present elements as those to compare with from now on, where they can be told."""
        array = self.array
        is_tellable = array.nbytes <= MAX_KEPT_BYTES and not array.dtype.hasobject
        self.before = array.tobytes() if is_tellable else None

    def is_ours_alone(self) -> bool:
        """Tell whether nobody else holds the array, so that no later call can reach it."""
        array = self.array
        held = sys.getrefcount(array) > _OUR_REFERENCES or getweakrefcount(array) > 0
        return array.base is None and not held

    def is_overwritten(self) -> bool:
        """Tell whether the array has other elements than when it was returned."""
        array = self.array
        if self.before is None or array.nbytes > MAX_KEPT_BYTES or array.dtype.hasobject:
            return False
        return array.tobytes() != self.before

    def shares_memory(self, other: "Result") -> bool:
        """Tell whether two results have an element's memory in common."""
        return self.start < other.end and other.start < self.end and share_memory(self.array, other.array)


def share_memory(left: ndarray, right: ndarray) -> bool:
    """Tell whether two arrays have an element's memory in common, as far as a bounded search finds."""
    try:
        return bool(np.shares_memory(left, right, max_work=MAX_WORK))  # type: ignore[arg-type]  # any bound is allowed
    except np.exceptions.TooHardError:
        return False
