"""Between NumPy arrays on our side and the sandbox's plain `Array`; exact comparison.

Equality here is bit for bit and includes the dtype: NaN equals the same NaN, -0.0 is not 0.0.
"""

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from sandbox.spec import DTYPES, Array

AnyArray = NDArray[np.generic]

_GAP_STEP = 2
_LONGEST_NUMBER = 8
_NAMES = {np.dtype(name): name for name in DTYPES}


class Layout(StrEnum):
    """How an argument lies in memory; its numbers read the same in every layout."""

    ROWS = "rows"
    """C order, contiguous."""
    COLUMNS = "columns"
    """Fortran order."""
    GAPS = "gaps"
    """Every second element of a larger buffer, as `big[..., ::2]` gives."""
    SWAPPED = "swapped"
    """A transposed view: axes 1 and 2 lie exchanged in memory."""
    SWAPPED_COLUMNS = "swapped_columns"
    """The same transposed view of an array in Fortran order."""
    REVERSED = "reversed"
    """Every axis runs backwards in memory: negative strides, and an offset."""
    OFFSET = "offset"
    """A part of a larger buffer that begins before it and goes on after it."""


def name_of(dtype: np.dtype[np.generic]) -> str:
    """Name a transported dtype, as `dtype.name` does, which works it out anew each time."""
    return _NAMES[dtype]


def to_sandbox(array: AnyArray, layout: Layout = Layout.ROWS) -> Array:
    """Turn an array of any shape into an argument that lies in memory as `layout` says."""
    buffer, strides, offset = _laid_out(array, layout)
    if strides is None:
        return Array(name_of(array.dtype), array.shape, buffer.tobytes())
    steps = tuple(step // array.itemsize for step in strides)
    return Array(name_of(array.dtype), array.shape, buffer.tobytes(order="A"), steps, offset)


def _laid_out(array: AnyArray, layout: Layout) -> tuple[AnyArray, tuple[int, ...] | None, int]:
    """Give the buffer, and the strides (bytes) and offset (elements) that read `array` from it."""
    if layout is Layout.ROWS:
        return array, None, 0
    if layout is Layout.COLUMNS:
        buffer = np.asfortranarray(array)
        return buffer, buffer.strides, 0
    if layout is Layout.GAPS:
        buffer = np.repeat(array, _GAP_STEP, axis=-1)
        return buffer, buffer[..., ::_GAP_STEP].strides, 0
    if layout is Layout.REVERSED:
        buffer = np.ascontiguousarray(np.flip(array))
        return buffer, np.flip(buffer).strides, array.size - 1
    if layout is Layout.OFFSET:
        buffer = np.concatenate([array[:1], array, array[-1:]])
        return buffer, buffer.strides, array[0].size
    swapped = array.swapaxes(1, 2)
    buffer = np.ascontiguousarray(swapped) if layout is Layout.SWAPPED else np.asfortranarray(swapped)
    return buffer, buffer.swapaxes(1, 2).strides, 0


def to_numpy(array: Array) -> AnyArray:
    """Turn a result of the sandbox (or an argument in C order) into a read-only NumPy array."""
    return np.ndarray(array.shape, array.dtype, array.data)


def same(left: AnyArray, right: AnyArray) -> bool:
    """Tell whether two arrays agree in dtype, shape and every bit."""
    return left.dtype == right.dtype and left.shape == right.shape and left.tobytes() == right.tobytes()


def cast(array: AnyArray, dtype: np.dtype[np.generic]) -> AnyArray:
    """Change the dtype as `astype` does, whatever that loses, and say nothing of it."""
    with np.errstate(all="ignore"):
        return (array if dtype.kind == "c" else array.real).astype(dtype, copy=False)


def bits_of(array: AnyArray) -> AnyArray:
    """Give the elements in reading order, in one dimension, as something that compares by bits."""
    flat = np.ascontiguousarray(array).reshape(-1)
    size = flat.dtype.itemsize
    return flat.view(f"u{size}" if size <= _LONGEST_NUMBER else f"V{size}")


def wrong_elements(expected: AnyArray, actual: AnyArray) -> NDArray[np.bool_]:
    """Mark, in the common shape, the elements of two arrays of one dtype whose bits differ."""
    size = expected.dtype.itemsize
    left = np.frombuffer(expected.tobytes(), dtype=np.uint8).reshape(*expected.shape, size)
    right = np.frombuffer(actual.tobytes(), dtype=np.uint8).reshape(*actual.shape, size)
    mask: NDArray[np.bool_] = (left != right).any(axis=-1)
    return mask


def first_index(mask: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Give the first marked position in row-major order, or None."""
    flat = mask.ravel()
    position = int(flat.argmax()) if flat.size else 0
    if flat.size == 0 or not flat[position]:
        return None
    return tuple(int(i) for i in np.unravel_index(position, mask.shape))
