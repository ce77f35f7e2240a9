"""Read the parent's request; the counterpart of `sandbox.request`."""

import marshal
import os
import struct
from typing import Any, Final, NamedTuple, TypeAlias

PLAIN: Final = 0
ARRAY: Final = 1
REFILLED: Final = 2
"""The first item of an argument, which tells how to read the others."""

LENGTH: Final = struct.Struct("<Q")


class ArrayArgument(NamedTuple):
    """An array to be laid out over its own buffer; strides and offset are in bytes here."""

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    offset: int
    data: bytes | memoryview


class RefilledArgument(NamedTuple):
    """The array of an earlier call's argument, with new elements in row-major order."""

    call: int
    place: int
    data: bytes | memoryview


RawArgument: TypeAlias = ArrayArgument | RefilledArgument | int | float | bool | str | None


class CallRequest(NamedTuple):
    """One call to be made."""

    function: str
    result_bytes: int
    args: tuple[RawArgument, ...]


class Lock(NamedTuple):
    """What a child puts up round itself once it has read its request."""

    address_space_bytes: int
    cpu_s: int
    filter_program: bytes


class Request(NamedTuple):
    """The child's whole work; `lock` is None where all walls stand already."""

    nonce: int
    lock: Lock | None
    source: bytes
    calls: tuple[CallRequest, ...]


def read_all(fd: int) -> bytearray:
    """Read one request body, its announced length; EOFError where the parent is gone."""
    head = os.read(fd, LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError("the request stopped halfway")
    body = bytearray(LENGTH.unpack(head)[0])
    left = memoryview(body)
    while left:
        count = os.readv(fd, [left])
        if not count:
            raise EOFError("the request stopped halfway")
        left = left[count:]
    return body


def decode(body: bytes | bytearray) -> Request:
    """Read a request body, which the parent wrote and nobody else can; elements stay where they are."""
    view = memoryview(body)
    start = LENGTH.size + LENGTH.unpack_from(view)[0]
    fields = marshal.loads(view[LENGTH.size : start])  # noqa: S302 - ours alone
    nonce, lock, source, calls = fields
    read = tuple(
        CallRequest(function, size, tuple(_argument(arg, view[start:]) for arg in args))
        for function, size, args in calls
    )
    return Request(nonce, lock and Lock._make(lock), source, read)


def _argument(arg: tuple[Any, ...], elements: memoryview) -> RawArgument:
    kind, *fields = arg
    if kind == PLAIN:
        plain: RawArgument = fields[0]
        return plain
    *fields, start, size = fields
    fields.append(elements[start : start + size])
    return ArrayArgument._make(fields) if kind == ARRAY else RefilledArgument._make(fields)
