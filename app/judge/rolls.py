"""Programs that also move every element some places on, the last ones coming first: off by one, most often.

One pass of reshape, flip and transpose, before or after a roll along one axis, or in reading order.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import numpy as np

from app.judge.programs import Operation, Program, Roll, tidy
from app.judge.provenance import Positions

MOST_PLACES: Final = 16
"""The longest roll that is sought."""
OnePass: TypeAlias = Callable[[Positions, tuple[int, ...]], tuple[Operation, ...] | None]
"""Finds the operations that make positions, in one dimension, of an input laid out in reading order."""


def rolled_programs(shape: tuple[int, ...], places: Positions, one_pass: OnePass) -> Iterator[Program]:
    """List the programs with a roll that may have brought the elements of an input to their places.

    Args:
        shape: that of the input.
        places: the position in the input of each element of the output, in the output's shape.
        one_pass: finds a program without a roll.

    They are to be tried: they were found from a few elements.
    """
    counted = np.arange(places.size)
    for roll in _rolls(places.shape):
        operations = one_pass(_undone(roll, places).reshape(-1), places.shape)
        if operations is not None:
            yield tidy((*operations, roll), shape)
    for roll in _rolls(shape):
        back = np.empty(places.size, np.int64)
        back[roll.on(counted.reshape(shape)).reshape(-1)] = counted
        operations = one_pass(back[places.reshape(-1)], places.shape)
        if operations is not None:
            yield tidy((roll, *operations), shape)


def _rolls(shape: tuple[int, ...]) -> Iterator[Roll]:
    """List the rolls of an array, short ones first, each once."""
    axes: list[tuple[int | None, int]] = [*enumerate(shape), (None, int(np.prod(shape, dtype=np.int64)))]
    for places in range(1, MOST_PLACES + 1):
        for axis, size in axes:
            if 2 * places <= size:
                yield Roll(places, axis)
            if 2 * places < size:
                yield Roll(-places, axis)


def _undone(roll: Roll, places: Positions) -> Positions:
    return np.asarray(Roll(-roll.shift, roll.axis).on(places), np.int64)
