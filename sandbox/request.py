"""What the trusted parent tells a child: source and calls, and its lock where it has none yet.

Numbers, bytes and tuples of them, written by `marshal`: the child is made of the same interpreter, and
what it reads here was written by us alone. It reads it with `sandbox.child.request`. Nothing comes back
this way. Imports the standard library only.
"""

import marshal
import math
from typing import TypeAlias, assert_never

from sandbox.child.request import ARRAY, LENGTH, PLAIN, REFILLED, Lock
from sandbox.spec import DTYPES, Argument, Array, Call, Refilled, RunSpec
from sandbox.wire import MAX_DIMS

_Field: TypeAlias = "int | float | bool | str | bytes | None | tuple[_Field, ...]"


def check(spec: RunSpec) -> None:
    """Refuse a spec whose argument arrays contradict themselves.

    Raises:
        ValueError: says what contradicts what.
    """
    for index, call in enumerate(spec.calls):
        for arg in call.args:
            if isinstance(arg, Array):
                check_array(arg)
            elif isinstance(arg, Refilled):
                _check_refilled(arg, spec.calls[:index])


def encode(spec: RunSpec, nonce: int, lock: Lock | None) -> bytes:
    """Write the whole request of a checked spec, its own length first, all elements together at the end.

    A child that is not locked yet needs its `lock`.
    """
    elements = _Elements()
    calls = tuple(
        (call.function, call.result_bytes, tuple(_argument(arg, elements) for arg in call.args))
        for call in spec.calls
    )
    head = marshal.dumps((nonce, lock and tuple(lock), spec.source, calls))
    total = LENGTH.size + len(head) + elements.size
    return b"".join((LENGTH.pack(total), LENGTH.pack(len(head)), head, *elements.pieces))


class _Elements:
    """The elements of all arrays, one after the other."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.size = 0

    def add(self, data: bytes) -> tuple[int, int]:
        """Put `data` behind the others; give where it begins and how long it is."""
        place = self.size, len(data)
        self.pieces.append(data)
        self.size += len(data)
        return place


def _argument(arg: Argument, elements: _Elements) -> tuple[_Field, ...]:
    match arg:
        case Array():
            return ARRAY, arg.dtype, arg.shape, *_laid_out(arg), *elements.add(arg.data)
        case Refilled():
            return REFILLED, arg.call, arg.argument, *elements.add(arg.data)
        case None | int() | float() | str():
            return PLAIN, arg
        case _:
            assert_never(arg)


def _laid_out(array: Array) -> tuple[tuple[int, ...] | None, int]:
    """Give strides and offset in bytes."""
    if array.strides is None and not array.offset:
        return None, 0
    item_bytes = DTYPES[array.dtype]
    strides = array.strides and tuple(stride * item_bytes for stride in array.strides)
    return strides, array.offset * item_bytes


def check_array(array: Array) -> None:
    """Refuse an argument array whose elements would lie outside its own data.

    Raises:
        ValueError: says what contradicts what.
    """
    if array.dtype not in DTYPES:
        raise ValueError(f"an argument of dtype {array.dtype!r}, which is not transported")
    if len(array.shape) > MAX_DIMS or min(array.shape, default=0) < 0:
        raise ValueError(f"an argument of shape {array.shape}, which is not transported")
    held, rest = divmod(len(array.data), DTYPES[array.dtype])
    if rest:
        raise ValueError("an argument whose data is no whole number of elements")
    strides = array.strides
    if strides is not None and len(strides) != len(array.shape):
        raise ValueError(f"an argument with {len(strides)} strides for {len(array.shape)} axes")
    if 0 in array.shape:
        return
    first = last = array.offset
    if strides is None:
        last += math.prod(array.shape) - 1
    else:
        ends = [stride * (size - 1) for stride, size in zip(strides, array.shape, strict=True)]
        first += sum(end for end in ends if end < 0)
        last += sum(end for end in ends if end > 0)
    if first < 0 or last >= held:
        raise ValueError(f"an argument that reaches from element {first} to {last} of {held}")


def _check_refilled(arg: Refilled, earlier: tuple[Call, ...]) -> None:
    args = earlier[arg.call].args if 0 <= arg.call < len(earlier) else ()
    first = args[arg.argument] if 0 <= arg.argument < len(args) else None
    if not isinstance(first, Array):
        raise ValueError("an argument that refills no array of an earlier call")  # noqa: TRY004 - a contradiction
    if len(arg.data) != math.prod(first.shape) * DTYPES[first.dtype]:
        raise ValueError("an argument that refills an array of another size")
    others = (other for call in earlier for other in call.args if isinstance(other, Refilled))
    if any((other.call, other.argument) == (arg.call, arg.argument) for other in others):
        raise ValueError("an argument that refills an array for the second time")
