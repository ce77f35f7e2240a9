"""What is made after the holes were filled lies side by side.

Tried in interpreters of their own, which stay filled.
"""

import subprocess
import sys

import pytest

PROGRAM = """
from sandbox.zygote import heap

SIZES = range(48, 513, 16)

def strew(size):
    places = [bytes(size - 33) for _ in range(4000)]
    del places[::5]
    return places

def pages(size):
    return len({id(one) >> 12 for one in [bytes(size - 33) for _ in range(3)]})

strewn = [strew(size) for size in SIZES]
before = sum(map(pages, SIZES))
%s
print(before, sum(map(pages, SIZES)))
"""


def pages_before_and_after(work: str) -> tuple[int, int]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM % work], check=True, capture_output=True, text=True, cwd="."
    )
    before, after = map(int, done.stdout.split())
    return before, after


def test_holes_are_filled() -> None:
    before, after = pages_before_and_after("heap.fill_holes()")
    assert after <= 30 + 5
    assert before > after


def test_without_that_they_are_not() -> None:
    _, after = pages_before_and_after("")
    assert after > 30 + 5


@pytest.mark.parametrize("pools", ["1 << 13", "1 << 20"])
def test_an_allocator_of_another_kind_is_left_alone(pools: str) -> None:
    pages_before_and_after(f"heap._POOL_BYTES = {pools}; heap.fill_holes()")
