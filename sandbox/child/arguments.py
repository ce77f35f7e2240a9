"""Build a call's arguments over buffers of our own, and notice when they are altered."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy import ndarray

from sandbox.child.request import ArrayArgument, CallRequest, RefilledArgument
from sandbox.wire import MAX_DIMS

Built: TypeAlias = "ndarray | int | float | bool | str | None"


class Kept(NamedTuple):
    """An argument array, its place among the arguments, its buffer, and how both were before the call."""

    place: int
    array: ndarray
    buffer: bytearray
    before: bytes
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    dtype: np.dtype
    writeable: bool


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
    """Put new elements into an earlier argument, which from now on is this call's."""
    at = next(at for at, (call, kept) in enumerate(earlier) if (call, kept.place) == (arg.call, arg.place))
    record = earlier.pop(at)[1]
    view = ndarray(record.shape, record.dtype, record.buffer, record.offset, record.strides)
    view[...] = np.frombuffer(arg.data, record.dtype).reshape(record.shape)
    return settled(record)._replace(place=index)


def _lay_out(index: int, arg: ArrayArgument) -> Kept:
    dtype = np.dtype(arg.dtype)
    # An empty array still needs some memory to stand on.
    buffer = bytearray(arg.data) or bytearray(dtype.itemsize)
    if arg.strides is None:
        array = ndarray(arg.shape, dtype, buffer, arg.offset)
    else:
        array = ndarray(arg.shape, dtype, buffer, arg.offset, arg.strides)
    return Kept(index, array, buffer, bytes(buffer), array.shape, array.strides, arg.offset, dtype, True)  # noqa: FBT003


def is_altered(kept: Kept) -> bool:
    """Tell whether the elements, or the shape or dtype of the array itself, are other than before."""
    return (
        kept.buffer != kept.before
        or kept.array.shape != kept.shape
        or kept.array.strides != kept.strides
        or kept.array.dtype != kept.dtype
        or kept.array.flags.writeable != kept.writeable
    )


def as_it_is(kept: Kept) -> ndarray:
    """Give the array as the call left it, or as laid out where it no longer can be told."""
    array = kept.array
    if array.dtype == kept.dtype and array.ndim <= MAX_DIMS:
        return array
    return ndarray(kept.shape, kept.dtype, kept.buffer, kept.offset, kept.strides)


def settled(kept: Kept) -> Kept:
    """Take the present state as the one to compare with from now on."""
    array = kept.array
    return kept._replace(
        before=bytes(kept.buffer),
        shape=array.shape,
        strides=array.strides,
        dtype=array.dtype,
        writeable=array.flags.writeable,
    )


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
