"""Build a call's arguments over buffers of our own, and notice when they are altered."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy import ndarray

from sandbox.child.request import ArrayArgument, CallRequest, RefilledArgument
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


def build(call: CallRequest, earlier: list[tuple[int, Kept]]) -> tuple[list[Built], list[Kept]]:
    """Make the argument list of a call and the record of its arrays; `earlier` are those of calls before."""
    built: list[Built] = []
    kept: list[Kept] = []
    for index, arg in enumerate(call.args):
        if isinstance(arg, ArrayArgument | RefilledArgument):
            record = _lay_out(index, arg) if isinstance(arg, ArrayArgument) else _refill(index, arg, earlier)
            kept.append(record)
            built.append(record.array)
        else:
            built.append(arg)
    return built, kept


def _refill(index: int, arg: RefilledArgument, earlier: list[tuple[int, Kept]]) -> Kept:
    """Put new elements into an earlier argument, which from now on is this call's.

    An object that a call has reshaped or closed is no good input any more; a fresh one takes its place.
    """
    at = next(at for at, (call, kept) in enumerate(earlier) if (call, kept.place) == (arg.call, arg.place))
    record = earlier.pop(at)[1]
    view = _view(record)
    view[...] = np.frombuffer(arg.data, view.dtype).reshape(view.shape)
    array = record.array if state_of(record.array) == record.laid_out else view
    return settled(record._replace(place=index, array=array))


def _lay_out(index: int, arg: ArrayArgument) -> Kept:
    dtype = np.dtype(arg.dtype)
    # An empty array still needs some memory to stand on.
    buffer = bytearray(arg.data) or bytearray(dtype.itemsize)
    if arg.strides is None:
        array = ndarray(arg.shape, dtype, buffer, arg.offset)
    else:
        array = ndarray(arg.shape, dtype, buffer, arg.offset, arg.strides)
    state = state_of(array)
    return Kept(index, array, buffer, arg.offset, state, bytes(buffer), state)


def _view(kept: Kept) -> ndarray:
    """Look at the memory of an argument as the caller laid it out."""
    shape, strides, dtype, _ = kept.laid_out
    return ndarray(shape, dtype, kept.buffer, kept.offset, strides)


def is_altered(kept: Kept) -> bool:
    """Tell whether the elements, or the shape, dtype or flags of the array, are other than before."""
    return kept.buffer != kept.before or state_of(kept.array) != kept.state


def as_it_is(kept: Kept) -> ndarray:
    """Give the array as the call left it, or as laid out where it no longer can be told."""
    array = kept.array
    if array.dtype == kept.laid_out.dtype and array.ndim <= MAX_DIMS:
        return array
    return _view(kept)


def settled(kept: Kept) -> Kept:
    """Take the present state as the one to compare with from now on."""
    return kept._replace(before=bytes(kept.buffer), state=state_of(kept.array))


MAX_WORK: Final = 100_000
"""Bound on the search for a common byte of two arrays; past it they count as apart."""


def share_memory(left: ndarray, right: ndarray) -> bool:
    """Tell whether two arrays have an element's memory in common, as far as a bounded search finds."""
    try:
        return bool(np.shares_memory(left, right, max_work=MAX_WORK))  # type: ignore[arg-type]  # any bound is allowed
    except np.exceptions.TooHardError:
        return False


class Result(NamedTuple):
    """An array that an earlier call returned, and its elements when it did, where they can be told."""

    call: int
    array: ndarray
    before: bytes | None


MAX_KEPT_BYTES: Final = 1 << 24
"""A result beyond this is too large to be answered, so nobody will ask what became of it."""


def keep_result(call: int, array: ndarray) -> Result:
    """Record a returned array as it is now."""
    tellable = array.nbytes <= MAX_KEPT_BYTES and not array.dtype.hasobject
    return Result(call, array, array.tobytes() if tellable else None)


def is_overwritten(result: Result) -> bool:
    """Tell whether a returned array has other elements than when it was returned."""
    if result.before is None or result.array.nbytes > MAX_KEPT_BYTES or result.array.dtype.hasobject:
        return False
    return result.array.tobytes() != result.before
