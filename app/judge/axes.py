"""Named axes: shape expressions such as "B H T d" and derived sizes such as "D = H*d".

An expression is a product or exact quotient of axis names and whole numbers, read by our own
parser; nothing is ever evaluated as Python.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

_TERM = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+")
_EXPRESSION = re.compile(rf"(?:{_TERM.pattern})(?:\s*[*/]\s*(?:{_TERM.pattern}))*")
_TOKEN = re.compile(rf"{_TERM.pattern}|[*/]")
_Step: TypeAlias = tuple[str, str | int]
"""An operator, "*" or "/", and the axis or number that it applies to."""


class AxisError(ValueError):
    """An axis expression is malformed, names an unknown axis or does not divide."""


def names_in(expression: str) -> tuple[str, ...]:
    """List the axis names of an expression in order of appearance.

    Raises:
        AxisError: the expression is malformed.
    """
    if not _EXPRESSION.fullmatch(expression.strip()):
        raise AxisError(f"{expression!r} is no product or quotient of axis names, such as 'H*d' or 'D/H'")
    return tuple(term for term in _TERM.findall(expression) if not term.isdigit())


def size_of(expression: str, sizes: Mapping[str, int]) -> int:
    """Work an expression out, from left to right, over known sizes.

    Raises:
        AxisError: malformed, an unknown axis, or a quotient that is not whole.
    """
    result = 1
    for operator, term in _steps(expression):
        value = term if isinstance(term, int) else sizes.get(term)
        if value is None:
            raise AxisError(f"unknown axis {term!r} in {expression!r}; known are {', '.join(sorted(sizes))}")
        if operator == "*":
            result *= value
        elif value == 0 or result % value:
            raise AxisError(f"{expression!r}: {result} is not divisible by {value}")
        else:
            result //= value
    return result


@lru_cache(maxsize=1024)
def _steps(expression: str) -> tuple[_Step, ...]:
    names_in(expression)
    tokens = ["*", *_TOKEN.findall(expression)]
    terms = (int(term) if term.isdigit() else term for term in tokens[1::2])
    return tuple(zip(tokens[::2], terms, strict=True))


def shape_of(shape: str, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """Work out a shape of blank-separated expressions: "B H T d" -> (2, 3, 5, 4).

    Raises:
        AxisError: as `size_of`.
    """
    return tuple(sizes.get(part) or size_of(part, sizes) for part in shape.split())


def complete(sizes: Mapping[str, int], derived: Mapping[str, str]) -> dict[str, int]:
    """Add the derived axes to the given sizes; a size that is given already is kept.

    Raises:
        AxisError: as `size_of`.
    """
    known = dict(sizes)
    for name, expression in derived.items():
        if name not in known:
            known[name] = size_of(expression, known)
    return known


def with_quotients(sizes: Mapping[str, int], derived: Mapping[str, str]) -> dict[str, int]:
    """Add what each derived product lacks, rounded down: D = 10, H = 4 and "H*d" give d = 2.

    Raises:
        AxisError: as `size_of`.
    """
    known = dict(sizes)
    for name, expression in derived.items():
        missing = [axis for axis in names_in(expression) if axis not in known]
        if len(missing) == 1 and name in known:
            known[missing[0]] = known[name] // size_of(expression, known | {missing[0]: 1})
    return known
