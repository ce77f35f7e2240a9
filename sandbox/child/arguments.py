"""Build a call's arguments over buffers of our own, and notice when they are altered."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy import ndarray

from sandbox.child.request import ArrayArgument, CallRequest
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


def build(call: CallRequest) -> tuple[list[Built], list[Kept]]:
    """Make the argument list of a call and the record of its arrays."""
    built: list[Built] = []
    kept: list[Kept] = []
    for index, arg in enumerate(call.args):
        if isinstance(arg, ArrayArgument):
            record = _lay_out(index, arg)
            kept.append(record)
            built.append(record.array)
        else:
            built.append(arg)
    return built, kept


def _lay_out(index: int, arg: ArrayArgument) -> Kept:
    dtype = np.dtype(arg.dtype)
    # An empty array still needs some memory to stand on.
    buffer = bytearray(arg.data) or bytearray(dtype.itemsize)
    if arg.strides is None:
        array = ndarray(arg.shape, dtype, buffer, arg.offset)
    else:
        array = ndarray(arg.shape, dtype, buffer, arg.offset, arg.strides)
    return Kept(index, array, buffer, bytes(buffer), array.shape, array.strides, arg.offset, dtype)


def is_altered(kept: Kept) -> bool:
    """Tell whether the elements, or the shape or dtype of the array itself, are other than before."""
    return (
        kept.buffer != kept.before
        or kept.array.shape != kept.shape
        or kept.array.strides != kept.strides
        or kept.array.dtype != kept.dtype
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
        before=bytes(kept.buffer), shape=array.shape, strides=array.strides, dtype=array.dtype
    )


MAX_WORK: Final = 100_000
"""Bound on the search for a common byte of two arrays; past it they count as apart."""


def share_memory(left: ndarray, right: ndarray) -> bool:
    """Tell whether two arrays have an element's memory in common, as far as a bounded search finds."""
    try:
        return bool(np.shares_memory(left, right, max_work=MAX_WORK))  # type: ignore[arg-type]  # any bound is allowed
    except np.exceptions.TooHardError:
        return False
