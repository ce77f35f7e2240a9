"""Where each output element came from: positions in the input's reading order.

An input whose elements are all different is a map: an output tells by its values which element stands
where. Positions count in row-major index order, whatever the memory layout. Nothing here trusts that an
output is a rearrangement at all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.judge.arrays import AnyArray, bits_of

Positions = NDArray[np.int64]
NOWHERE: Final = -1
_CHUNK: Final = 1 << 16
_HASH_BITS: Final = 14
_FACTOR: Final = np.uint64(0x9E37_79B9_7F4A_7C15)
"""2**64 over the golden ratio, which spreads neighbours. Source: Knuth, TAOCP 6.4."""


@dataclass(frozen=True, slots=True)
class Digit:
    """One factor of an output position: `size` values, each `step` further on in the input."""

    size: int
    step: int


class Origins:
    """The places of an input's elements by value.

    Bits decide: 0.0 and -0.0 differ, and a NaN is found like any other value.
    """

    def __init__(self, source: AnyArray) -> None:
        """Take an input of any shape."""
        self._bits = bits_of(source)

    def of(self, values: AnyArray) -> Positions:
        """Give the position of each value, in one dimension; NOWHERE where it has none or several.

        Linear in the elements of the input for a fixed number of values; sorts as many values as are asked.
        """
        asked = bits_of(values)
        order = np.argsort(asked, kind="stable")
        ordered = asked[order]
        found = np.full(len(asked), NOWHERE, np.int64)
        seen = np.zeros(len(asked), np.int64)
        wanted = np.zeros(1 << _HASH_BITS, bool)
        wanted[_hashed(asked)] = True
        for start in range(0, len(self._bits), _CHUNK):
            chunk = self._bits[start : start + _CHUNK]
            likely = np.flatnonzero(wanted[_hashed(chunk)])
            at = np.searchsorted(ordered, chunk[likely])
            at[at == len(ordered)] = 0
            is_asked = ordered[at] == chunk[likely]
            found[at[is_asked]] = start + likely[is_asked]
            np.add.at(seen, at[is_asked], 1)
        found[seen != 1] = NOWHERE
        # Of equal values only the first was found.
        first = np.searchsorted(ordered, ordered)
        places = np.empty_like(found)
        places[order] = found[first]
        return places


def _hashed(bits: AnyArray) -> AnyArray:
    """Hash elements to `_HASH_BITS`: to look most of them up would take the better part of the time."""
    words = bits if bits.dtype.kind == "u" else bits.view(np.uint64).reshape(len(bits), -1).sum(axis=1)
    return (words.astype(np.uint64, copy=False) * _FACTOR) >> np.uint64(64 - _HASH_BITS)


def digits_of(places: Sequence[int] | Positions, divisors: Sequence[int]) -> tuple[Digit, ...]:
    """Factor a sequence of positions into digits, outermost first, as far as its divisors tell.

    Args:
        places: the positions at the indexes 0 and `divisors` of a sequence, in this order.
        divisors: the divisors of the sequence's length, rising; the length comes last and has no place.

    The innermost run comes first: how far does each step go, and for how many steps is that so? Whether
    the sequence is really made of these digits is for the caller to see.
    """
    at = dict(zip((0, *divisors[:-1]), map(int, places), strict=True))
    total = divisors[-1]
    digits: list[Digit] = []
    run = 1
    while run < total:
        step = at[run] - at[0]
        size = next(
            divisor // run
            for divisor in divisors
            if divisor > run
            and divisor % run == 0
            and (divisor == total or at[divisor] != at[0] + divisor // run * step)
        )
        digits.append(Digit(size, step))
        run *= size
    return tuple(reversed(digits))


def split_at_axes(digits: tuple[Digit, ...], shape: tuple[int, ...]) -> tuple[Digit, ...]:
    """Split digits where an axis of the output begins, so that each belongs to one axis where it can."""
    split: list[Digit] = []
    below = 1
    for digit in reversed(digits):
        left = digit
        for boundary in _boundaries(shape):
            size = boundary // below
            if below < boundary < below * left.size and not boundary % below and not left.size % size:
                split.append(Digit(size, left.step))
                left = Digit(left.size // size, left.step * size)
                below = boundary
        split.append(left)
        below *= left.size
    return tuple(reversed(split))


def _boundaries(shape: tuple[int, ...]) -> list[int]:
    """Give the number of elements below each axis, innermost first."""
    return [math.prod(shape[axis:]) for axis in range(len(shape) - 1, 0, -1)]


def divisors_of(total: int) -> list[int]:
    """List the divisors of a positive whole number, rising."""
    low = [number for number in range(1, int(total**0.5) + 1) if total % number == 0]
    return sorted({*low, *(total // number for number in low)})
