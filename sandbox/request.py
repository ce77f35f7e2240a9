"""What the trusted parent tells a child: limits, filter, source and calls, as plain bytes.

The child reads it with `sandbox.child.request`. Imports the standard library only.
"""

import math
import struct
from dataclasses import dataclass
from typing import Final, assert_never

from sandbox.spec import DTYPES, Argument, Array, Call, Refilled, RunSpec
from sandbox.wire import DTYPE_NAMES, MAX_DIMS

TAG_NONE: Final = b"N"
TAG_BOOL: Final = b"B"
TAG_INT: Final = b"I"
TAG_FLOAT: Final = b"F"
TAG_STR: Final = b"S"
TAG_ARRAY: Final = b"A"
TAG_REFILLED: Final = b"R"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a child is bound by, apart from the work itself."""

    nonce: int
    address_space_bytes: int
    filter_program: bytes


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


def encode(spec: RunSpec, terms: Terms) -> bytes:
    """Write the whole request of a checked spec, its own length first."""
    parts = [
        struct.pack("<QQd", terms.nonce, terms.address_space_bytes, spec.limits.cpu_s),
        _counted(terms.filter_program),
        _counted(spec.source),
        struct.pack("<I", len(spec.calls)),
    ]
    parts += [_call(call) for call in spec.calls]
    body = b"".join(parts)
    return struct.pack("<Q", len(body)) + body


def _counted(data: bytes) -> bytes:
    return struct.pack("<Q", len(data)) + data


def _call(call: Call) -> bytes:
    head = _counted(call.function.encode()) + struct.pack("<QI", call.result_bytes, len(call.args))
    return head + b"".join(_argument(arg) for arg in call.args)


def _argument(arg: Argument) -> bytes:
    match arg:
        case None:
            return TAG_NONE
        case bool():
            return TAG_BOOL + struct.pack("<?", arg)
        case int():
            return TAG_INT + _counted(arg.to_bytes(arg.bit_length() // 8 + 1, "little", signed=True))
        case float():
            return TAG_FLOAT + struct.pack("<d", arg)
        case str():
            return TAG_STR + _counted(arg.encode("utf-8", "surrogatepass"))
        case Array():
            return TAG_ARRAY + _array(arg)
        case Refilled():
            return TAG_REFILLED + struct.pack("<II", arg.call, arg.argument) + _counted(arg.data)
        case _:
            assert_never(arg)


def _array(array: Array) -> bytes:
    ndim = len(array.shape)
    strides = array.strides
    layout = struct.pack(f"<{ndim}Q", *array.shape)
    layout += struct.pack("<?", strides is not None)
    if strides is not None:
        layout += struct.pack(f"<{ndim}q", *strides)
    head = struct.pack("<BBQ", DTYPE_NAMES.index(array.dtype), ndim, array.offset)
    return head + layout + _counted(array.data)


def check_array(array: Array) -> None:
    """Refuse an argument array whose elements would lie outside its own data.

    Raises:
        ValueError: says what contradicts what.
    """
    if array.dtype not in DTYPES:
        raise ValueError(f"an argument of dtype {array.dtype!r}, which is not transported")
    if len(array.shape) > MAX_DIMS or any(size < 0 for size in array.shape):
        raise ValueError(f"an argument of shape {array.shape}, which is not transported")
    strides = array.strides if array.strides is not None else _row_major(array.shape)
    if len(strides) != len(array.shape):
        raise ValueError(f"an argument with {len(strides)} strides for {len(array.shape)} axes")
    held = len(array.data) // DTYPES[array.dtype]
    if len(array.data) % DTYPES[array.dtype]:
        raise ValueError("an argument whose data is no whole number of elements")
    if 0 in array.shape:
        return
    ends = [stride * (size - 1) for stride, size in zip(strides, array.shape, strict=True)]
    first = array.offset + sum(end for end in ends if end < 0)
    last = array.offset + sum(end for end in ends if end > 0)
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


def _row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        strides[axis] = strides[axis + 1] * shape[axis + 1]
    return tuple(strides)
