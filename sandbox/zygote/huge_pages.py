"""Put what all children share on huge pages, where the kernel has any to give.

A fork then copies one entry in place of five hundred, and a child's end drops as few. A page that is
written to is copied by itself all the same.
"""

import gc
from typing import Final

from sandbox.jail import syscalls

_HUGE_BYTES: Final = 1 << 21


def collapse() -> int:
    """Collapse the memory that objects lie in, as far as it is all ours; give how many pages came of it."""
    places = {id(thing) // _HUGE_BYTES for thing in gc.get_objects()}
    return sum(syscalls.collapse(place * _HUGE_BYTES, _HUGE_BYTES) for place in places)
