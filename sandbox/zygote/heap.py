"""Keep what children share, and what they write to, together on few pages of memory.

A child pays for each page that it is the first to write to, and an object that it so much as looks at is
written to. Imports leave the interpreter's allocator full of holes, into which later objects would
be strewn: one on this page, one on that.
"""

from itertools import repeat
from typing import Final

# The allocator's pools of equal places, one size in each. Source: CPython, Objects/obmalloc.c.
_POOL_BYTES: Final = 1 << 14
_HEAD_BYTES: Final = 48
_STEP_BYTES: Final = 16
_SMALLEST_BYTES: Final = 48
"""Smaller are numbers and little else: to fill their holes as well was measured and gained nothing."""
_LARGEST_BYTES: Final = 512
_EMPTY_BYTES: Final = b"".__sizeof__()
_POOLS: Final = 4
_MOST: Final = 1 << 13
"""Another allocator, or other pools, must not keep us here for ever."""

_ARENA_BYTES: Final = 1 << 20
_ARENAS: Final = 7
"""What our own interpreter fills by itself in any case, so that they cost no memory."""

_kept: Final[list[list[bytes]]] = []
"""What fills the holes and keeps the arenas, for good."""


def reserve() -> None:
    """Let the allocator take arenas side by side, while no library lies between them yet."""
    fillers = [
        bytes(_LARGEST_BYTES - _EMPTY_BYTES) for _ in repeat(None, _ARENAS * _ARENA_BYTES // _LARGEST_BYTES)
    ]
    first = {id(filler) // _ARENA_BYTES: filler for filler in fillers}
    _kept.append([*first.values()])


def fill_holes() -> None:
    """Fill the holes, so that what is made from now on lies side by side."""
    for size in range(_SMALLEST_BYTES, _LARGEST_BYTES + 1, _STEP_BYTES):
        _kept.append(_fillers(size))


def _fillers(size: int) -> list[bytes]:
    """Take places until they fill one pool in order; give that one back but for its first place.

    The last one goes first, so that the next to be taken is the one beside the pool's head.
    """
    in_a_pool = (_POOL_BYTES - _HEAD_BYTES) // size
    fillers: list[bytes] = []
    while len(fillers) < _MOST:
        begun = len(fillers)
        # Nothing else is made in between: no numbers, and after the first pool no longer list.
        fillers += [bytes(size - _EMPTY_BYTES) for _ in repeat(None, _POOLS * in_a_pool)]
        first = _whole_pool([id(filler) for filler in fillers[begun:]], size, in_a_pool)
        if first is not None:
            while len(fillers) > begun + first + 1:
                fillers.pop()
            break
    return fillers


def _whole_pool(places: list[int], size: int, in_a_pool: int) -> int | None:
    """Find where a pool begins that was taken from its first place to its last."""
    for index in range(len(places) - in_a_pool + 1):
        first = places[index]
        if first % _POOL_BYTES == _HEAD_BYTES:
            in_order = range(first, first + in_a_pool * size, size)
            if places[index : index + in_a_pool] == list(in_order):
                return index
    return None
