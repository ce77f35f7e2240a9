"""Cases: the sizes, dtypes and values that a submission is tried on, drawn from a seed given from outside.

Every case draws from a generator of its own, so that adding one leaves the others as they were.
Public cases use a seed fixed by the kata, hidden ones the submission's.
"""

import math
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.judge.arrays import AnyArray, Layout
from app.judge.axes import complete, size_of, with_quotients
from app.judge.errors import JudgingFailed

_MAX_DRAWS = 1000
_WORD_BITS = 32
_SPECIALS = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-310, -2.5)
_NAN_WITH_PAYLOAD = {4: np.uint32(0x7FC0_0BAD), 8: np.uint64(0x7FF8_0000_0000_0BAD)}
# Taken by drawn index: the same numbers as `Generator.choice` draws, in half its time.
_SIGNS = np.array([-1.0, 1.0])
_HUNDREDTHS = 100
_LOW_BITS = 20
_HIGH = 2**42


class CaseKind(StrEnum):
    """What a case is for."""

    LAYOUT = "layout"
    """A good input: the function and its inverse must put every element in its place."""
    UNEVEN = "uneven"
    """Sizes that do not divide: the function must raise ValueError."""
    PROJECTION = "projection"
    """A product X @ W whose heads must equal the products with the column slices of W."""
    ATTENTION = "attention"
    """Queries, keys and values that go through the submission into a reference attention."""
    CHECKPOINT = "checkpoint"
    """The same, with the queries, keys and values of the kata's trained layer."""


class Fill(StrEnum):
    """Which values an input carries."""

    TAGS = "tags"
    """A unique small number with two decimals in every element, in shuffled order: easy to read."""
    FULL = "full"
    """A unique number in every element that takes every bit of its dtype, so that no cast keeps it."""
    SPECIALS = "specials"
    """NaN (also with a payload), infinities, -0.0 and subnormals among numbers as in FULL."""
    RANDOM = "random"


TAGGED = frozenset({Fill.TAGS, Fill.FULL})
"""Fills whose values tell where each element came from."""


@dataclass(frozen=True, slots=True)
class CaseTemplate:
    """A case as the kata writes it: sizes are numbers or inclusive ranges to draw from."""

    id: str
    kind: CaseKind
    public: bool
    sizes: Mapping[str, tuple[int, int]]
    equal: tuple[str, ...] = ()
    """Axes that all get the size of the first one."""
    odd: tuple[str, ...] = ()
    same_as: str | None = None
    """Take the sizes of an earlier case, with new data."""
    reuses_array: bool = False
    """Pass the very array object of that earlier case, refilled."""
    fits: tuple[str, str] | None = None
    """Of uneven sizes: the first product is a multiple of the second, so that a reshape slips through."""
    degenerate: bool = False
    """Sizes may coincide or be 1; such a case alone proves nothing."""
    dtype: str = "float64"
    fill: Fill = Fill.TAGS
    layout: Layout = Layout.ROWS
    inverse_layout: Layout = Layout.SWAPPED


@dataclass(frozen=True, slots=True)
class Case:
    """One drawn case: the template with its sizes fixed, and the seed its values come from."""

    template: CaseTemplate
    sizes: Mapping[str, int]
    seed: int

    @property
    def id(self) -> str:
        """Name the case as the kata does."""
        return self.template.id

    @property
    def public(self) -> bool:
        """Tell whether its data may be shown."""
        return self.template.public

    @property
    def kind(self) -> CaseKind:
        """Tell what it is for."""
        return self.template.kind

    def describe(self) -> str:
        """Write its sizes out: "B=1, T=3, D=8, H=2, d=4"."""
        return ", ".join(f"{name}={size}" for name, size in self.sizes.items())

    def generator(self, stream: str) -> np.random.Generator:
        """Make the generator of one named stream of values of this case."""
        return _generator(self.seed, f"{self.id}/{stream}")


def public_seed(slug: str) -> int:
    """Give the fixed seed of a kata's public cases."""
    return zlib.crc32(f"public/{slug}".encode())


def _generator(seed: int, stream: str) -> np.random.Generator:
    """Seed with [seed, checksum of the stream], cut into 32-bit words here: NumPy does the same, slowly."""
    words = (seed,) if seed < 1 << _WORD_BITS else (seed % (1 << _WORD_BITS), seed >> _WORD_BITS)
    return np.random.default_rng(np.array([*words, zlib.crc32(stream.encode())], dtype=np.uint32))


def draw_cases(
    templates: tuple[CaseTemplate, ...], *, axes: Mapping[str, str | None], slug: str, seed: int
) -> tuple[Case, ...]:
    """Fix the sizes of every template.

    Args:
        templates: the cases as the kata writes them.
        axes: every axis in the order of writing, with the expression of a derived one: {"D": "H*d"}.
        slug: the kata, which fixes the public cases.
        seed: what hidden cases are drawn from.

    Raises:
        JudgingFailed: a template's ranges hold no sizes that meet its conditions.
    """
    derived = {name: expression for name, expression in axes.items() if expression is not None}
    drawn: dict[str, Case] = {}
    for template in templates:
        case_seed = public_seed(slug) if template.public else seed
        if template.same_as is not None:
            sizes: Mapping[str, int] = drawn[template.same_as].sizes
        else:
            sizes = _draw_sizes(template, axes, derived=derived, seed=case_seed)
        drawn[template.id] = Case(template, sizes, case_seed)
    return tuple(drawn.values())


def _draw_sizes(
    template: CaseTemplate, axes: Iterable[str], *, derived: Mapping[str, str], seed: int
) -> dict[str, int]:
    generator = _generator(seed, f"{template.id}/sizes")
    for _ in range(_MAX_DRAWS):
        sizes = {
            name: low if low == high else int(generator.integers(low, high + 1))
            for name, (low, high) in template.sizes.items()
        }
        for name in template.equal[1:]:
            sizes[name] = sizes[template.equal[0]]
        uneven = template.kind is CaseKind.UNEVEN
        known = sizes if uneven else complete(sizes, derived)
        full = {name: known[name] for name in axes if name in known}
        meets = _is_uneven(template, sizes, derived) if uneven else _told_apart(template, full)
        if meets and all(sizes[name] % 2 for name in template.odd):
            return full
    raise JudgingFailed(f"case {template.id!r}: no sizes in its ranges meet its conditions")


def _is_uneven(template: CaseTemplate, sizes: Mapping[str, int], derived: Mapping[str, str]) -> bool:
    """Tell whether a derived axis does not work out, in the way that the template asks for."""
    floored = with_quotients(sizes, derived)
    works_out = all(size_of(expression, floored) == sizes[name] for name, expression in derived.items())
    if works_out or template.fits is None:
        return not works_out
    whole, part = (size_of(expression, floored) for expression in template.fits)
    return part > 0 and whole % part == 0


def _told_apart(template: CaseTemplate, sizes: Mapping[str, int]) -> bool:
    """Tell whether all sizes differ, but for axes that are meant to be equal."""
    if template.degenerate:
        return True
    differing = [size for name, size in sizes.items() if name not in template.equal[1:]]
    return len(set(differing)) == len(differing)


def fill_values(case: Case, shape: tuple[int, ...], stream: str) -> AnyArray:
    """Draw the values of one input of a case, of the given shape."""
    generator = case.generator(stream)
    dtype = np.dtype(case.template.dtype)
    count = math.prod(shape)
    values: AnyArray
    if dtype.kind == "b":
        values = generator.integers(0, 2, count)
    elif case.template.fill is Fill.RANDOM:
        values = generator.normal(size=count)
    elif case.template.fill is Fill.TAGS:
        values = _readable_tags(generator, count, dtype)
    else:
        values = _full_tags(generator, count, dtype)
    values = values.astype(dtype, copy=False)
    if case.template.fill is Fill.SPECIALS:
        _put_specials(generator, values)
    return values.reshape(shape)


def _readable_tags(generator: np.random.Generator, count: int, dtype: np.dtype[np.generic]) -> AnyArray:
    """Number `count` elements in shuffled order; the numbers stay unique with their fractions.

    The fractions differ from one number to the next, so that arithmetic on one element hardly ever makes
    another one's number: 3.87 and 1 are not 4.12.
    """
    order = generator.permutation(count)
    if dtype.kind in "iu":
        return order
    tags = np.round(order + generator.integers(1, _HUNDREDTHS, count) / _HUNDREDTHS, 2)
    return np.asarray(tags - 1j * (order + 0.5)) if dtype.kind == "c" else np.asarray(tags)


def _full_tags(generator: np.random.Generator, count: int, dtype: np.dtype[np.generic]) -> AnyArray:
    """Draw `count` unique numbers with random low-order bits and signs.

    Integers differ in their low bits and reach beyond what a float64 holds; floats differ in their
    whole part and have a full fraction, so that a trip through a narrower type is seen.
    """
    order = generator.permutation(count)
    if dtype.kind in "iu":
        return np.asarray(generator.integers(-_HIGH, _HIGH, count) * 2**_LOW_BITS + order)
    signs = _SIGNS[generator.integers(0, _SIGNS.size, count)]
    tags = signs * (order + 1 + generator.uniform(0.1, 0.9, count))
    return np.asarray(tags + 1j * generator.normal(size=count)) if dtype.kind == "c" else np.asarray(tags)


def _put_specials(generator: np.random.Generator, values: AnyArray) -> None:
    """Put special floats among float or complex values in place; complex ones get them in both parts."""
    part = np.dtype(f"f{values.itemsize // (2 if values.dtype.kind == 'c' else 1)}")
    numbers = values.view(part)
    bits = values.view(f"u{part.itemsize}")
    places = generator.permutation(numbers.size)[: len(_SPECIALS) + 1]
    numbers[places[1:]] = np.array(_SPECIALS[: len(places) - 1]).astype(part)
    bits[places[0]] = _NAN_WITH_PAYLOAD[part.itemsize]
