"""With one wall left out, the doctor misses that wall and no other, on both paths; for every wall.

Otherwise a broken wall could hide behind another one that stops the same attack.
"""

import os
import stat
from pathlib import Path

import pytest

from sandbox import doctor
from sandbox.doctor import Layer, LayerState, Place
from sandbox.jail import landlock
from sandbox.jail.walls import Wall

AROUND = (Wall.RING, Wall.CONTROL_GROUP)
"""Optional, and round the zygote alone."""
NO_CHILD_WITHOUT = {
    # Giving up capabilities takes one, which nobody has outside of a user namespace of its own.
    Wall.USER: ("capabilities", "namespaces"),
    # Mounts of the host's own namespace are not the child's to change.
    Wall.MOUNT: ("read-only root",),
    # Both ask for it first.
    Wall.NO_NEW_PRIVS: ("Landlock", "seccomp"),
}
"""Walls without which no child can be made at all, and the steps at which making it may then end."""


def of(place: Place, examination: doctor.Examination) -> list[Layer]:
    return [layer for layer in examination.layers if layer.place is place]


def why_not_here(wall: Wall) -> str | None:
    """Say why this host does not let a wall be left out in such a way that it alone is missed."""
    if wall is Wall.LANDLOCK and landlock.abi() < 4:
        return "this kernel's Landlock is too old to be seen from inside a child (ABI 4)"
    if wall is Wall.NO_NEW_PRIVS and "NoNewPrivs:\t1" in Path("/proc/self/status").read_text("ascii"):
        return "whoever started this process gave it no_new_privs, which nothing takes back"
    if wall is Wall.ROOT and os.geteuid() == 0 and not Path("/").stat().st_mode & stat.S_IXOTH:
        return "the host's root lets nobody but its owner pass, so no child can start without one of its own"
    return None


@pytest.mark.parametrize("place", [Place.FRESH, Place.WARM])
@pytest.mark.parametrize("wall", [wall for wall in Wall if wall not in AROUND])
async def test_the_doctor_misses_what_is_left_out(images_dir: Path, wall: Wall, place: Place) -> None:
    if reason := why_not_here(wall):
        pytest.skip(reason)
    examination = await doctor.examine(images_dir, unsafe_without=frozenset({wall}), paths=(place,))
    assert not examination.ok
    assert all(layer.suffices for layer in of(Place.HOST, examination))
    missing = [layer for layer in of(place, examination) if layer.state is LayerState.MISSING]
    assert len(missing) == 1, missing
    if wall in NO_CHILD_WITHOUT:
        others = {layer.state for layer in of(place, examination) if layer is not missing[0]}
        assert others == {LayerState.UNKNOWN}
        assert any(step in missing[0].evidence for step in NO_CHILD_WITHOUT[wall]), missing
    else:
        assert missing[0].name == wall
        left = [layer for layer in of(place, examination) if layer is not missing[0]]
        assert [layer for layer in left if not layer.suffices] == []


@pytest.mark.parametrize("wall", AROUND)
async def test_what_is_optional_is_told_too(images_dir: Path, wall: Wall) -> None:
    examination = await doctor.examine(images_dir, unsafe_without=frozenset({wall}), paths=(Place.WARM,))
    assert examination.ok
    degraded = {layer.name for layer in examination.degraded if layer.evidence.endswith("left out")}
    assert degraded == {wall}


async def test_with_every_wall_nothing_is_missed(images_dir: Path) -> None:
    examination = await doctor.examine(images_dir)
    assert [layer for layer in examination.layers if not layer.suffices] == []
