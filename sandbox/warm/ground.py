"""What all slots of a pool stand on: the image, the outer ring and the control groups of this host."""

from dataclasses import dataclass
from pathlib import Path

from sandbox import ring
from sandbox.jail import cgroups
from sandbox.jail.cgroups import Groups
from sandbox.jail.walls import Wall
from sandbox.ring import Ring


@dataclass(frozen=True, slots=True)
class Ground:
    """Found once, when the pool starts. A host may have neither ring nor groups; the doctor says why."""

    image: Path
    filter_program: bytes
    ring: Ring | None
    groups: Groups | None
    without: frozenset[Wall] = frozenset()


def survey(image: Path, filter_program: bytes, *, without: frozenset[Wall] = frozenset()) -> Ground:
    """Try what this host has to give.

    Where an inner wall is left out there is no outer ring either, which would stand in its place.
    """
    found_ring = ring.find(image) if not without else "left out"
    found_groups = cgroups.discover() if Wall.CONTROL_GROUP not in without else "left out"
    return Ground(
        image,
        filter_program,
        found_ring if isinstance(found_ring, Ring) else None,
        found_groups if isinstance(found_groups, Groups) else None,
        without,
    )
