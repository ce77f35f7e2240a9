"""Cases: the sizes, dtypes and values that a submission is tried on, drawn from a seed given from outside.

Every case draws from a generator of its own, so that adding one leaves the others as they were.
Public cases use a seed fixed by the kata, hidden ones the submission's.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from app.judge.arrays import AnyArray, Layout
from app.judge.axes import complete
from app.judge.errors import JudgingFailed

_MAX_DRAWS = 1000
_SPECIALS = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-310, -2.5)
_NAN_WITH_PAYLOAD = np.uint64(0x7FF8_0000_0000_0BAD)


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


class Fill(StrEnum):
    """Which values an input carries."""

    TAGS = "tags"
    """A unique number in every element, in shuffled order, some with fractions."""
    SPECIALS = "specials"
    """NaN (also with a payload), infinities, -0.0, subnormals among ordinary numbers."""
    RANDOM = "random"


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
        return np.random.default_rng([self.seed, zlib.crc32(f"{self.id}/{stream}".encode())])


def public_seed(slug: str) -> int:
    """Give the fixed seed of a kata's public cases."""
    return zlib.crc32(f"public/{slug}".encode())


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
    drawn: dict[str, Case] = {}
    for template in templates:
        case_seed = public_seed(slug) if template.public else seed
        if template.same_as is not None:
            sizes: Mapping[str, int] = drawn[template.same_as].sizes
        else:
            sizes = _draw_sizes(template, axes, case_seed)
        drawn[template.id] = Case(template, sizes, case_seed)
    return tuple(drawn.values())


def _draw_sizes(template: CaseTemplate, axes: Mapping[str, str | None], seed: int) -> dict[str, int]:
    derived = {name: expression for name, expression in axes.items() if expression is not None}
    generator = np.random.default_rng([seed, zlib.crc32(f"{template.id}/sizes".encode())])
    for _ in range(_MAX_DRAWS):
        sizes = {name: int(generator.integers(low, high + 1)) for name, (low, high) in template.sizes.items()}
        for name in template.equal[1:]:
            sizes[name] = sizes[template.equal[0]]
        known = complete(sizes, derived) if template.kind is not CaseKind.UNEVEN else sizes
        full = {name: known[name] for name in axes if name in known}
        if all(sizes[name] % 2 for name in template.odd) and _told_apart(template, full):
            return full
    raise JudgingFailed(f"case {template.id!r}: no sizes in its ranges meet its conditions")


def _told_apart(template: CaseTemplate, sizes: Mapping[str, int]) -> bool:
    """Tell whether all sizes differ, but for axes that are meant to be equal."""
    if template.degenerate or template.kind is CaseKind.UNEVEN:
        return True
    differing = [size for name, size in sizes.items() if name not in template.equal[1:]]
    return len(set(differing)) == len(differing)


def fill_values(case: Case, shape: tuple[int, ...], stream: str) -> AnyArray:
    """Draw the values of one input of a case, of the given shape."""
    generator = case.generator(stream)
    dtype = np.dtype(case.template.dtype)
    count = int(np.prod(shape))
    values: AnyArray
    if dtype.kind == "b":
        values = generator.integers(0, 2, count)
    elif case.template.fill is Fill.RANDOM:
        values = generator.normal(size=count)
    else:
        values = _tags(generator, count, dtype)
    if case.template.fill is Fill.SPECIALS:
        values = _with_specials(generator, values)
    return values.astype(dtype).reshape(shape)


def _tags(generator: np.random.Generator, count: int, dtype: np.dtype[np.generic]) -> AnyArray:
    """Number `count` elements in shuffled order; the numbers stay unique with their fractions."""
    order = generator.permutation(count)
    if dtype.kind in "iu":
        return order
    tags = order + generator.choice([0.0, 0.0, 0.25, 0.5], count)
    if dtype.kind == "c":
        return np.asarray(tags - 1j * (order + 0.5))
    return np.asarray(tags)


def _with_specials(generator: np.random.Generator, values: AnyArray) -> AnyArray:
    """Put special floats among float64 values, at random places."""
    mixed = values.astype(np.float64)
    places = generator.permutation(mixed.size)[: len(_SPECIALS) + 1]
    mixed[places[1:]] = _SPECIALS[: len(places) - 1]
    mixed.view(np.uint64)[places[0]] = _NAN_WITH_PAYLOAD
    return mixed
