"""Sizes written in axis names, so that every reshape holds the whole input whatever the sizes are.

On one case T = 4 may be 2*2, or B may happen to be 2; only a shape in which every axis of the input takes
part exactly once is a shape of the input on other cases as well.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.judge.axes import names_in

_MOST_FACTORS: Final = 3
_MOST_SHAPES: Final = 5000
"""Ways to write one shape that are looked at."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What the input holds: its axes, and the products that some of them are."""

    shape: str
    derived: Mapping[str, str]

    def namings(self, shape: tuple[int, ...], sizes: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
        """Write a shape in axis names in every way that fits the sizes, simple ones first."""
        everything = self._factors(self.shape.split())
        choices = [self._expressions(size, sizes) for size in shape]
        for chosen in itertools.islice(itertools.product(*choices), _MOST_SHAPES):
            if self._factors(chosen) == everything:
                yield chosen

    def _factors(self, expressions: tuple[str, ...] | list[str]) -> Counter[str]:
        """Count the axes that a shape is made of, each derived one by what it is the product of."""
        names = (name for one in expressions for name in one.split("*") if name != "1")
        return Counter(factor for name in names for factor in names_in(self.derived.get(name, name)))

    @staticmethod
    def _expressions(size: int, sizes: Mapping[str, int]) -> list[str]:
        """Write a size as an axis or a product of axes, the shortest first."""
        named = [
            "*".join(names)
            for count in range(1, _MOST_FACTORS + 1)
            for names in itertools.combinations(sizes, count)
            if math.prod(sizes[name] for name in names) == size
        ]
        return ["1", *named] if size == 1 else named


def whole_of(shape: str, axes: Mapping[str, str | None]) -> Whole:
    """Give what an input of a named shape holds; `axes` are the kata's, with what they are derived from.

    An axis that is a quotient stands for itself: it is no product of others.
    """
    derived = {name: how for name, how in axes.items() if how is not None and "/" not in how}
    return Whole(shape, derived)
