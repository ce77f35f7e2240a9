"""What can be said of a trial's input in a few words: sizes, parity, dtype, memory layout, values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, TypeAlias

from app.judge.arrays import Layout
from app.judge.cases import Fill
from app.judge.observations import Trial

_Test: TypeAlias = Callable[[Trial], bool]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A property of a trial, with the words for it and for its opposite."""

    words: str
    otherwise: str
    holds: _Test


def is_one(axis: str) -> Predicate:
    """Say that an axis has one place."""
    return Predicate(f"{axis} == 1", f"{axis} > 1", lambda trial: trial.call.case.sizes[axis] == 1)


def is_odd(axis: str) -> Predicate:
    """Say that an axis has an odd size."""
    return Predicate(f"{axis} is odd", f"{axis} is even", lambda trial: trial.call.case.sizes[axis] % 2 == 1)


def sizes_agree(first: str, second: str) -> Predicate:
    """Say that two axes have the same size."""

    def test(trial: Trial) -> bool:
        return trial.call.case.sizes[first] == trial.call.case.sizes[second]

    return Predicate(f"{first} == {second}", f"{first} != {second}", test)


def is_large(axis: str, limit: int) -> Predicate:
    """Say that an axis has `limit` places or more; the number, of a hidden case maybe, is not told."""
    return Predicate(
        f"{axis} is large", f"{axis} is small", lambda trial: trial.call.case.sizes[axis] >= limit
    )


def orders(axes: Sequence[str]) -> Iterator[Predicate]:
    """Compare the sizes of every two axes."""
    for first, second in permutations(axes, 2):
        yield Predicate(f"{first} < {second}", f"{first} >= {second}", _is_less(first, second))


def _is_less(first: str, second: str) -> _Test:
    return lambda trial: trial.call.case.sizes[first] < trial.call.case.sizes[second]


def others(trials: Sequence[Trial]) -> Iterator[Predicate]:
    """Name the dtypes, memory layouts and values that the trials have."""
    for dtype in dict.fromkeys(trial.call.array.dtype.name for trial in trials):
        yield Predicate(f"the dtype is {dtype}", f"the dtype is not {dtype}", _has_dtype(dtype))
    yield Predicate("the dtype is a real float", "the dtype is not a real float", _has_kind("f"))
    yield Predicate("the dtype is a float or complex", "the dtype is an integer or bool", _has_kind("fc"))
    yield Predicate("the dtype is real", "the dtype is complex", _has_kind("biuf"))
    for words, otherwise, layouts in _LAYOUTS:
        yield Predicate(words, otherwise, _lies(layouts))
    yield Predicate(
        "no value is NaN, infinite, -0.0 or subnormal",
        "some values are NaN, infinite, -0.0 or subnormal",
        lambda trial: trial.call.case.template.fill is not Fill.SPECIALS,
    )


def _has_dtype(name: str) -> _Test:
    return lambda trial: trial.call.array.dtype.name == name


def _has_kind(kinds: str) -> _Test:
    return lambda trial: trial.call.array.dtype.kind in kinds


def _lies(layouts: frozenset[Layout]) -> _Test:
    return lambda trial: trial.call.layout in layouts


_LAYOUTS: Final = (
    ("the input is contiguous", "the input is not contiguous", frozenset({Layout.ROWS, Layout.OFFSET})),
    (
        "the input is in C or Fortran order",
        "the input is in neither C nor Fortran order",
        frozenset({Layout.ROWS, Layout.OFFSET, Layout.COLUMNS}),
    ),
    ("the input is in Fortran order", "the input is not in Fortran order", frozenset({Layout.COLUMNS})),
    (
        "the input is a transposed view",
        "the input is not a transposed view",
        frozenset({Layout.SWAPPED, Layout.SWAPPED_COLUMNS}),
    ),
    ("the input has gaps", "the input has no gaps", frozenset({Layout.GAPS})),
    ("the input runs backwards", "the input does not run backwards", frozenset({Layout.REVERSED})),
    (
        "the input lies within a larger buffer",
        "the input has its buffer to itself",
        frozenset({Layout.OFFSET, Layout.GAPS}),
    ),
)
"""REVERSED runs backwards with an offset that it needs; it has its buffer to itself."""
