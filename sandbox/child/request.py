"""Read the parent's request; the counterpart of `sandbox.request`."""

import marshal
import os
import struct
from typing import Final, Literal, NamedTuple, TypeAlias

PLAIN: Final = 0
ARRAY: Final = 1
REFILLED: Final = 2
"""The first item of an argument, which tells how to read the others."""

LENGTH: Final = struct.Struct("<Q")

# Tuples as they were written: making anything else of them would cost a child more than its calls do.
PlainArgument: TypeAlias = tuple[Literal[0], "int | float | bool | str | None"]
ArrayArgument: TypeAlias = tuple[Literal[1], str, tuple[int, ...], "tuple[int, ...] | None", int, int, int]
"""Dtype, shape, strides and offset in bytes, and where its elements begin and how many bytes they are."""
RefilledArgument: TypeAlias = tuple[Literal[2], int, int, int, int]
"""Call and place of the argument that gets new elements, where these begin, how many bytes they are."""
RawArgument: TypeAlias = PlainArgument | ArrayArgument | RefilledArgument
RawCall: TypeAlias = tuple[str, int, tuple[RawArgument, ...]]
"""Function, the bytes that its result may have, arguments."""


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
    calls: tuple[RawCall, ...]
    elements: memoryview
    """Those of all arrays."""


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
    nonce, lock, source, calls = marshal.loads(view[LENGTH.size : start])  # noqa: S302 - ours alone
    return Request(nonce, lock and Lock._make(lock), source, calls, view[start:])
