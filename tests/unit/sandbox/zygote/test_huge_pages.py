"""Arenas lie side by side, and collapsing them changes nothing but the pages below.

Tried in interpreters of their own, which stay as they are made.
"""

import subprocess
import sys

from sandbox.jail import syscalls

HELD = """
things = [[number] * 20 for number in range(200_000)]
"""
PROGRAM = """
from sandbox.zygote import heap
heap.reserve()
places = sorted({id(filler) >> 20 for filler in heap._kept[0]})
print(places[-1] - places[0] < len(places) + 1)
%s
from sandbox.zygote import huge_pages
made = huge_pages.collapse()
print(all(thing == [number] * 20 for number, thing in enumerate(things)))
print(made)
"""


def lines(program: str) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd="."
    ).stdout.split()


def test_reserved_arenas_lie_side_by_side_and_collapsing_keeps_what_is_in_them() -> None:
    side_by_side, unchanged, _ = lines(PROGRAM % HELD)
    assert (side_by_side, unchanged) == ("True", "True")


def test_memory_that_is_not_there_is_told() -> None:
    assert not syscalls.collapse(0, 1 << 21)
