"""Find the program of reshape, flip and transpose that made an output of an input.

One pass finds what is made by one reshape, one flip and one transpose, on whatever axes. What takes two
of them, with axes that do not fit into each other, is found by undoing flips and transposes of the
output's own axes, or the input's, first; so are rolls. Every program that is given back was tried and makes
the output.
"""

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from app.judge.arrays import AnyArray
from app.judge.programs import Flip, Operation, Program, Reshape, Transpose, tidy
from app.judge.provenance import (
    NOWHERE,
    Digit,
    Origins,
    Positions,
    digits_of,
    divisors_of,
    split_at_axes,
)
from app.judge.rolls import rolled_programs

MOST_FOR_TWO: Final = 1 << 13
"""Elements of an output for which programs of two passes are sought."""
_MOST_AXES: Final = 5
"""Axes wider than 1 whose turns are tried out: there are 3840 of five, 46080 of six."""


def find_program(source: AnyArray, output: AnyArray) -> Program | None:
    """Find a program that makes `output` of `source`, or None."""
    return next(find_programs(source, output), None)


def find_programs(source: AnyArray, output: AnyArray, *, is_deep: bool = True) -> Iterator[Program]:
    """List programs that make `output` of `source`, each once, simple ones first.

    Without `is_deep` only those of one pass, which take next to no time.

    Sizes that divide each other by chance let several programs make one output. Elements that are equal do
    not tell where they were, so the input should have few of them.
    """
    if source.size != output.size or source.dtype != output.dtype or not output.size:
        return
    tried: set[Program] = set()
    for program in _candidates(source, output, is_deep=is_deep):
        if program not in tried and program.makes(source, output):
            yield program
        tried.add(program)


def _candidates(source: AnyArray, output: AnyArray, *, is_deep: bool) -> Iterator[Program]:
    yield from _one_pass(source, output)
    yield Program((Reshape(output.shape, "F"),))
    if is_deep and output.size <= MOST_FOR_TWO and _are_few(source.shape, output.shape):
        yield from _two_passes(source, output)


def _are_few(*shapes: tuple[int, ...]) -> bool:
    return all(sum(size > 1 for size in shape) <= _MOST_AXES for shape in shapes)


def _one_pass(source: AnyArray, output: AnyArray) -> Iterator[Program]:
    divisors = divisors_of(output.size)
    flat = output.reshape(-1)
    places = Origins(source).of(flat[[0, *divisors[:-1]]])
    if (places == NOWHERE).any():
        return
    digits = digits_of(places, divisors)
    for cut in (split_at_axes(digits, output.shape), digits):
        operations = _operations(cut, output.size)
        if operations is not None:
            yield tidy((*operations, Reshape(output.shape)), source.shape)


def _operations(digits: tuple[Digit, ...], total: int) -> tuple[Operation, ...] | None:
    """Turn digits into a reshape, a flip and a transpose of an input of `total` elements."""
    order = sorted(range(len(digits)), key=lambda which: -abs(digits[which].step))
    sizes = tuple(digits[which].size for which in order)
    left = total
    for which in order:
        left //= digits[which].size
        if abs(digits[which].step) != left:
            return None
    backwards = frozenset(place for place, which in enumerate(order) if digits[which].step < 0)
    axes = tuple(int(place) for place in np.argsort(order))
    return Reshape(sizes), Flip(backwards, len(sizes)), Transpose(axes)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A flip and a transpose of given axes."""

    flip: Flip
    transpose: Transpose

    @property
    def operations(self) -> tuple[Operation, ...]:
        return self.flip, self.transpose

    def on(self, array: AnyArray) -> AnyArray:
        return self.transpose.on(self.flip.on(array))


def _turns(shape: tuple[int, ...]) -> Iterator[_Turn]:
    """List the flips and transposes of an array's axes, those without a flip first."""
    wide = [axis for axis, size in enumerate(shape) if size > 1]
    flips = [
        Flip(frozenset(chosen), len(shape))
        for count in range(len(wide) + 1)
        for chosen in itertools.combinations(wide, count)
    ]
    for flip in flips:
        for order in itertools.permutations(wide):
            axes = list(range(len(shape)))
            for place, axis in zip(wide, order, strict=True):
                axes[place] = axis
            yield _Turn(flip, Transpose(tuple(axes)))


def _two_passes(source: AnyArray, output: AnyArray) -> Iterator[Program]:
    places = Origins(source).of(output)
    if not np.array_equal(np.sort(places), np.arange(source.size)):
        return
    placed = places.reshape(output.shape)
    yield from (tidy(operations, source.shape) for operations in _turned(source.shape, placed))
    yield from rolled_programs(source.shape, placed, _without_roll)


def _without_roll(places: Positions, shape: tuple[int, ...]) -> tuple[Operation, ...] | None:
    divisors = divisors_of(places.size)
    digits = split_at_axes(digits_of(places[[0, *divisors[:-1]]], divisors), shape)
    operations = _operations(digits, places.size)
    return None if operations is None else (*operations, Reshape(shape))


def _turned(shape: tuple[int, ...], places: Positions) -> Iterator[tuple[Operation, ...]]:
    size = places.size
    divisors = divisors_of(size)
    probes = np.array([0, *divisors[:-1]])
    counted = np.arange(size)
    begun: dict[bytes, _Turn] = {}  # by digest: there may be thousands
    back = np.empty(size, np.int64)
    for turn in _turns(shape):
        turned = turn.on(counted.reshape(shape)).reshape(-1)
        begun.setdefault(_digest(turned), turn)
        back[turned] = counted
        first = _operations(digits_of(back[places.reshape(-1)[probes]], divisors), size)
        if first is not None:
            yield (*turn.operations, *first, Reshape(places.shape))
    for turn in _turns(places.shape):
        # The turn of the output that is undone: places = turn(before).
        before = _undone(turn, places).reshape(-1)
        last = (Reshape(_shape_before(turn, places.shape)), *turn.operations)
        first_turn = begun.get(_digest(before))
        if first_turn is not None:
            yield (*first_turn.operations, *last)
        middle = _operations(digits_of(before[probes], divisors), size)
        if middle is not None:
            yield (*middle, *last)


def _digest(places: AnyArray) -> bytes:
    return hashlib.blake2b(places.tobytes(), digest_size=16).digest()


def _shape_before(turn: _Turn, shape: tuple[int, ...]) -> tuple[int, ...]:
    before = [0] * len(shape)
    for place, axis in enumerate(turn.transpose.axes):
        before[axis] = shape[place]
    return tuple(before)


def _undone(turn: _Turn, array: Positions) -> Positions:
    return np.asarray(turn.flip.on(array.transpose(np.argsort(turn.transpose.axes))), np.int64)
