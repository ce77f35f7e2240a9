"""How much memory a child really gets, and who says that it gets no more."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.jail import cgroups
from sandbox.jail.cgroups import Groups
from sandbox.jail.walls import Wall
from sandbox.spec import Call, Limits, MemoryBound, Raised, RunSpec, RunStatus
from sandbox.warm.runner import WarmRunner
from tests.support.children import Children, value_of

FILLING = """
import resource
import numpy as np

def grown():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

def fill(piece):
    pieces = {
        "megabytes": lambda: bytearray(1 << 20),
        "arrays": lambda: np.ones(1 << 17),
        "small": lambda: bytes(100),
    }
    held = []
    try:
        while True:
            held.append(pieces[piece]())
    except MemoryError:
        held.clear()
"""
MEMORY_BYTES = 128 << 20


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("piece", ["megabytes", "arrays", "small"])
async def test_resident_memory_comes_to_the_limit_and_no_further(children: Children, piece: str) -> None:
    calls = (Call("grown", ()), Call("fill", (piece,)), Call("grown", ()))
    limits = Limits(wall_s=30, cpu_s=30, memory_bytes=MEMORY_BYTES)
    result = await children.run(FILLING, *calls, limits=limits)
    before, after = (value_of(result.outcomes[at]) for at in (0, 2))
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert 0.9 < (after - before) / MEMORY_BYTES < 1.05


@pytest.mark.parametrize(
    ("without", "bound"),
    [(frozenset[Wall](), None), (frozenset({Wall.CONTROL_GROUP}), MemoryBound.RLIMIT)],
    ids=["host", "no-group"],
)
async def test_the_result_says_what_bounded_it(
    images_dir: Path, without: frozenset[Wall], bound: MemoryBound | None
) -> None:
    has_groups = isinstance(cgroups.discover(), Groups)
    expected = bound or (MemoryBound.CGROUP if has_groups else MemoryBound.RLIMIT)
    runner = WarmRunner(images_dir, slots=1, unsafe_without=without)
    try:
        result = await runner.run(RunSpec(b"def f(): return 1", (Call("f", ()),)))
    finally:
        await runner.aclose()
    assert result.memory_bound is expected


async def test_without_the_bound_that_the_host_was_found_to_have_nothing_is_run(
    images_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isinstance(cgroups.discover(), Groups):
        pytest.skip("this host lets us make no control groups")
    refuse: Callable[..., bool] = lambda *_: False  # noqa: E731 - a method in one line
    runner = WarmRunner(images_dir, slots=1)
    await runner.start()
    monkeypatch.setattr(cgroups.SlotGroup, "set_limits", refuse)
    try:
        result = await runner.run(RunSpec(b"def f(): return 1", (Call("f", ()),)))
    finally:
        await runner.aclose()
    assert result.status is RunStatus.SANDBOX_FAILED
    assert result.detail == "control group: it takes no limit any more"


async def test_memory_that_would_outlive_its_mapping_is_refused(images_dir: Path) -> None:
    source = b"""
import mmap

def f():
    mmap.mmap(-1, 1 << 20)
"""
    runner = WarmRunner(images_dir, slots=1)
    try:
        result = await runner.run(RunSpec(source, (Call("f", ()),)))
    finally:
        await runner.aclose()
    (outcome,) = result.outcomes
    assert isinstance(outcome, Raised)
    assert outcome.failure.type_name == "PermissionError"
