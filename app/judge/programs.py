"""Programs of reshape, flip, transpose and roll: what they are, what they do, how they are written.

A program says in one line of NumPy what a function did to its argument. It is data, never source: it is
applied by us and only printed for people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from app.judge.arrays import AnyArray, bits_of


@dataclass(frozen=True, slots=True)
class Reshape:
    """Relabel the elements, in reading order or with the first axis fastest."""

    sizes: tuple[int, ...]
    order: str = "C"

    def on(self, array: AnyArray) -> AnyArray:
        """Apply to an array of as many elements."""
        return np.reshape(array, self.sizes, order="F" if self.order == "F" else "C")

    def text(self, before: str, sizes: Sequence[str]) -> str:
        """Write the call after what stands before it, with the sizes as they are to be written."""
        order = ', order="F"' if self.order == "F" else ""
        return f"{before}.reshape({', '.join(sizes) or '()'}{order})"


@dataclass(frozen=True, slots=True)
class Transpose:
    """Put the axes in another order: axis `axes[i]` comes to place i."""

    axes: tuple[int, ...]

    def on(self, array: AnyArray) -> AnyArray:
        """Apply to an array of as many axes."""
        return array.transpose(self.axes)

    def text(self, before: str) -> str:
        """Write the call after what stands before it."""
        return f"{before}.transpose({', '.join(map(str, self.axes))})"


@dataclass(frozen=True, slots=True)
class Flip:
    """Run through some axes backwards."""

    axes: frozenset[int]
    ndim: int

    def on(self, array: AnyArray) -> AnyArray:
        """Apply to an array of `ndim` axes."""
        return array[tuple(slice(None, None, -1 if axis in self.axes else 1) for axis in range(self.ndim))]

    def text(self, before: str) -> str:
        """Write the subscript after what stands before it."""
        last = max(self.axes)
        return f"{before}[{', '.join('::-1' if axis in self.axes else ':' for axis in range(last + 1))}]"


@dataclass(frozen=True, slots=True)
class Roll:
    """Move every element `shift` places on along one axis, or in reading order; the last come first."""

    shift: int
    axis: int | None

    def on(self, array: AnyArray) -> AnyArray:
        """Apply to an array that has the axis."""
        return np.roll(array, self.shift, axis=self.axis)

    def text(self, before: str) -> str:
        """Write the call around what stands before it."""
        axis = "" if self.axis is None else f", axis={self.axis}"
        return f"np.roll({before}, {self.shift}{axis})"


Operation: TypeAlias = Reshape | Transpose | Flip | Roll


@dataclass(frozen=True, slots=True)
class Program:
    """Operations one after the other; none at all gives the argument back."""

    operations: tuple[Operation, ...]

    def on(self, array: AnyArray) -> AnyArray:
        """Apply to an array; a view where that is possible.

        Raises:
            ValueError: the array has not the shape that the program is for.
        """
        for operation in self.operations:
            array = operation.on(array)
        return array

    def makes(self, source: AnyArray, output: AnyArray) -> bool:
        """Tell whether it makes exactly `output` of `source`: dtype, shape and every bit."""
        try:
            made = self.on(source)
        except ValueError:
            return False
        is_alike = made.shape == output.shape and made.dtype == output.dtype
        return is_alike and np.array_equal(bits_of(made), bits_of(output))

    def text(self, expressions: Sequence[Sequence[str]] | None = None) -> str:
        """Write it out, its argument called x: "x.reshape(2, 3, 4).transpose(1, 0, 2)".

        `expressions` are the sizes of its reshapes, in order, where they are not to be written as numbers.
        """
        reshapes = [operation for operation in self.operations if isinstance(operation, Reshape)]
        written = iter(expressions or [list(map(str, reshape.sizes)) for reshape in reshapes])
        text = "x"
        for operation in self.operations:
            if isinstance(operation, Reshape):
                text = operation.text(text, next(written))
            else:
                text = operation.text(text)
        return text


def tidy(operations: Sequence[Operation], shape: tuple[int, ...]) -> Program:
    """Leave out what changes nothing, given the shape of the argument, and write the rest shorter."""
    kept: list[Operation] = []
    before = shape  # of the last operation that is kept
    for operation in operations:
        if isinstance(operation, Reshape) and kept and isinstance(kept[-1], Reshape):
            kept.pop()  # only the last of several counts
            shape = before
        if not _changes_nothing(operation, shape):
            kept.append(operation)
            before = shape
        shape = _shape_after(operation, shape)
    match kept:
        case [Transpose(first), Reshape(sizes, "C"), Transpose(last)] if _all_turned(first, last):
            return Program((Reshape(sizes[::-1], "F"),))
    return Program(tuple(kept))


def _changes_nothing(operation: Operation, shape: tuple[int, ...]) -> bool:
    match operation:
        case Reshape(sizes):
            return sizes == shape
        case Transpose(axes):
            return axes == tuple(range(len(axes)))
        case Flip(axes):
            return not axes
        case Roll(shift):
            return shift == 0


def _shape_after(operation: Operation, shape: tuple[int, ...]) -> tuple[int, ...]:
    match operation:
        case Reshape(sizes):
            return sizes
        case Transpose(axes):
            return tuple(shape[axis] for axis in axes)
        case Flip() | Roll():
            return shape


def _all_turned(*orders: tuple[int, ...]) -> bool:
    return all(axes == tuple(reversed(range(len(axes)))) for axes in orders)
