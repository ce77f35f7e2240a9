"""Build a call's arguments over buffers of our own, and notice when they are altered."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy import ndarray

from sandbox.child.request import ARRAY, PLAIN, ArrayArgument, RawArgument, RefilledArgument
from sandbox.wire import MAX_DIMS

Built: TypeAlias = "ndarray | int | float | bool | str | None"


class State(NamedTuple):
    """What can be altered of an array besides its elements."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype
    writeable: bool


class Kept(NamedTuple):
    """An argument array: its place among the arguments, where it lies, and how it was before the call."""

    place: int
    array: ndarray
    buffer: bytearray
    offset: int
    laid_out: State
    """As the caller made it."""
    before: bytes
    state: State


def state_of(array: ndarray) -> State:
    """Tell how an array looks at its memory."""
    return State(array.shape, array.strides, array.dtype, array.flags.writeable)


def build(
    args: tuple[RawArgument, ...], elements: memoryview, earlier: list[tuple[int, Kept]]
) -> tuple[list[Built], list[Kept]]:
    """Make the argument list of a call and the record of its arrays; `earlier` are those of calls before."""
    built: list[Built] = []
    kept: list[Kept] = []
    for index, arg in enumerate(args):
        if arg[0] == PLAIN:
            built.append(arg[1])
            continue
        record = _lay_out(index, arg, elements) if arg[0] == ARRAY else _refill(index, arg, elements, earlier)
        kept.append(record)
        built.append(record.array)
    return built, kept


def _refill(index: int, arg: RefilledArgument, elements: memoryview, earlier: list[tuple[int, Kept]]) -> Kept:
    """Put new elements into an earlier argument, which from now on is this call's.

    An object that a call has reshaped or closed is no good input any more; a fresh one takes its place.
    """
    _, of_call, place, start, size = arg
    at = next(at for at, (call, kept) in enumerate(earlier) if (call, kept.place) == (of_call, place))
    record = earlier.pop(at)[1]
    view = _view(record)
    view[...] = np.frombuffer(elements[start : start + size], view.dtype).reshape(view.shape)
    array = record.array if state_of(record.array) == record.laid_out else view
    return settled(record._replace(place=index, array=array))


def _lay_out(index: int, arg: ArrayArgument, elements: memoryview) -> Kept:
    _, dtype_name, shape, strides, offset, start, size = arg
    dtype = np.dtype(dtype_name)
    # An empty array still needs some memory to stand on.
    buffer = bytearray(elements[start : start + size]) or bytearray(dtype.itemsize)
    if strides is None:
        array = ndarray(shape, dtype, buffer, offset)
    else:
        array = ndarray(shape, dtype, buffer, offset, strides)
    state = state_of(array)
    return Kept(index, array, buffer, offset, state, bytes(buffer), state)


def _view(kept: Kept) -> ndarray:
    """Look at the memory of an argument as the caller laid it out."""
    shape, strides, dtype, _ = kept.laid_out
    return ndarray(shape, dtype, kept.buffer, kept.offset, strides)


def is_altered(kept: Kept) -> bool:
    """Tell whether the elements, or the shape, dtype or flags of the array, are other than before."""
    array, state = kept.array, kept.state
    return (
        kept.buffer != kept.before
        or array.shape != state.shape
        or array.strides != state.strides
        or array.dtype != state.dtype
        or array.flags.writeable != state.writeable
    )


def as_it_is(kept: Kept) -> ndarray:
    """Give the array as the call left it, or as laid out where it no longer can be told."""
    array = kept.array
    if array.dtype == kept.laid_out.dtype and array.ndim <= MAX_DIMS:
        return array
    return _view(kept)


def settled(kept: Kept) -> Kept:
    """Take the present state as the one to compare with from now on."""
    return kept._replace(before=bytes(kept.buffer), state=state_of(kept.array))
