"""Small runs that leave nothing to be set up lazily, and a heap that is ready to be shared."""

import errno
import gc
import linecache
import os
import random
import struct
import sys
from collections.abc import Callable
from typing import Final

import numpy as np

from sandbox import wire
from sandbox.child import request, source
from sandbox.child.calls import Caller
from sandbox.child.failures import MODULE_NAME
from sandbox.jail import syscalls
from sandbox.request import encode
from sandbox.spec import Array, Call, RunSpec
from sandbox.zygote import heap

_SOURCE: Final = b"""
import numpy as np

def warm(x, n):
    if n == 3:
        raise ValueError("three")
    flat = np.array(x).reshape(-1)
    return flat[::n]
"""
# It answers no kata: a child can read all of this.
_NUMBERS: Final = Array("float64", (1, 2, 4), struct.pack("<8d", *range(8)))
_CALLS: Final = (Call("warm", (_NUMBERS, 2)), Call("warm", (_NUMBERS, 3)), Call("warm", (_NUMBERS, 4)))
_SAMPLE: Final = encode(RunSpec(_SOURCE, _CALLS), 0, None)[request.LENGTH.size :]
_SEED_BYTES: Final = 16
_STATE_BYTES: Final = 4 * 624
"""The words of a Mersenne Twister."""
_REPEATS: Final = 16
"""Enough for the interpreter to adapt its code to what it does; a child then inherits that."""


def load() -> None:
    """Make small runs, so that the interpreter has adapted its code before any child is there."""
    for _ in range(_REPEATS):
        warm_up()


def warm_up() -> None:
    """Read, define and answer a small request as a child does, and forget it again.

    Done in a child it copies the pages that every run writes to, before the run.
    """
    work = request.decode(_SAMPLE)
    defined, namespace = source.define(work.source)
    wire.pack(defined)
    caller = Caller(work, namespace)
    for index, call in enumerate(work.calls):
        caller.answer(index, call)
    namespace.clear()
    sys.modules.pop(MODULE_NAME, None)
    linecache.clearcache()
    del work, caller, call
    gc.collect()


def settle() -> None:
    """Make the heap what all children are to share: collected, and left alone by the collector."""
    gc.collect()
    gc.disable()
    heap.fill_holes()
    gc.freeze()


def prepared_reseed() -> Callable[[], object]:
    """Prepare drawing the next child's random state from the kernel, so that no two children are alike.

    NumPy's legacy state, which all code in a process shares, is filled in place: seeding it by its own
    functions copies a hundred pages more.
    """
    np.random.seed(0)  # noqa: NPY002 - leaves its position at the end of the state, to be drawn anew from
    fill = syscalls.prepared_getrandom(
        np.random.mtrand.get_bit_generator().ctypes.state_address, _STATE_BYTES
    )

    def reseed() -> None:
        if fill() != _STATE_BYTES:
            raise OSError(errno.EIO, "the kernel gave too few random bytes")
        random.seed(int.from_bytes(os.urandom(_SEED_BYTES), "little"))

    return reseed
