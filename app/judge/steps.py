"""The step table: how far the source position moves on one step along each axis of an output.

For the right split of (B, T, D) the steps along (b, h, t, j) are (T*D, d, D, 1); a plain reshape goes
(T*D, T*d, d, 1). An output axis that is a product, such as the H*d of a merge, is looked at in its factors.
"""

import numpy as np

from app.judge.arrays import AnyArray
from app.judge.axes import shape_of
from app.judge.frame import Frame
from app.judge.provenance import NOWHERE, Origins, Positions
from app.judge.report import AxisStep

_NO_ONE_STEP = "no fixed number of places"


def step_table(frame: Frame, source: AnyArray, actual: AnyArray, expected: AnyArray) -> list[AxisStep] | None:
    """Compare the steps of an output with those of the right one, of the same shape.

    None where some values are nowhere in the input: they did not move there.
    """
    origins = Origins(source)
    digits = frame.digits()
    shape = shape_of(" ".join(digits), frame.sizes)
    table = []
    right, moved = (origins.of(array) for array in (expected, actual))
    if (moved == NOWHERE).any() or (right == NOWHERE).any():
        return None
    for axis, name in enumerate(digits):
        if shape[axis] > 1:
            words = [_words(step_along(places.reshape(shape), axis), frame) for places in (moved, right)]
            table.append(AxisStep(axis=name, moves=words[0], should_move=words[1]))
    return table


def step_along(places: Positions, axis: int) -> int | None:
    """Give the one distance between neighbours along an axis; None where there is not one everywhere."""
    steps = np.diff(places, axis=axis)
    known = (np.delete(places, -1, axis) != NOWHERE) & (np.delete(places, 0, axis) != NOWHERE)
    first = int(steps.flat[0])
    return first if known.all() and (steps == first).all() else None


def _words(step: int | None, frame: Frame) -> str:
    """Say a step in places, and in the input's axes: "12 places on in x, a token"."""
    if step is None:
        return _NO_ONE_STEP
    if step == 0:
        return "0 places in x: it stays where it is"
    direction = "on" if step > 0 else "back"
    places = "1 place" if abs(step) == 1 else f"{abs(step)} places"
    return f"{places} {direction} in x, {_in_axes(abs(step), frame)}"


def _in_axes(step: int, frame: Frame) -> str:
    names = frame.source.split()
    shape = shape_of(frame.source, frame.sizes)
    parts = []
    for place, name in enumerate(names):
        stride = int(np.prod(shape[place + 1 :], dtype=np.int64))
        count, step = divmod(step, stride)
        if count:
            word = frame.axes[name].word if name in frame.axes else name
            parts.append(f"1 {word}" if count == 1 else f"{count} {_plural(word)}")
    return " and ".join(parts)


def _plural(word: str) -> str:
    """Put the first word of an axis' name into the plural: "places inside the head", "batches"."""
    noun, _, rest = word.partition(" ")
    ending = "es" if noun.endswith(("ch", "sh", "s", "x")) else "s"
    return f"{noun}{ending} {rest}".strip()
