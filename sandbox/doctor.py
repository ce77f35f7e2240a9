"""Prove each layer on this host: try what must fail in real children, and what must work outside.

Imports the standard library only. Nothing is judged before `examine` says that all holds.
"""

import asyncio
from pathlib import Path

from sandbox import findings, host_layers, probes
from sandbox.errors import LaunchFailed
from sandbox.examination import examine_children
from sandbox.jail import landlock
from sandbox.jail.walls import Wall
from sandbox.layers import Examination, Layer, LayerState, Place, require
from sandbox.warm.ground import Ground

__all__ = ["Examination", "Layer", "LayerState", "Place", "examine", "require"]

PATHS = (Place.FRESH, Place.WARM)


async def examine(
    images_dir: Path, *, unsafe_without: frozenset[Wall] = frozenset(), paths: tuple[Place, ...] = PATHS
) -> Examination:
    """Try every layer in real children of each path, about a second in all.

    `unsafe_without` leaves walls out, for tests that have to see each one missed.
    """
    library, program = host_layers.library()
    image, home = await host_layers.root_image(images_dir)
    layers = [library, image, *await asyncio.to_thread(host_layers.namespaces)]
    group, groups = await asyncio.to_thread(host_layers.control_group, without=unsafe_without)
    layers.append(group)
    if home is None or program is None:
        return Examination((*layers, *(layer for place in paths for layer in findings.untried(place))))
    nesting, ring = await asyncio.to_thread(host_layers.outer_ring, home, without=unsafe_without)
    layers.append(nesting)
    # An outer ring would stand in the place of a wall that is left out.
    ground = Ground(home, program, None if unsafe_without else ring, groups, unsafe_without)
    outside = await asyncio.to_thread(probes.outside)
    for place in paths:
        layers += await _children(place, ground, outside=outside)
    return Examination(tuple(layers))


async def _children(place: Place, ground: Ground, *, outside: dict[str, str]) -> list[Layer]:
    try:
        examined = await examine_children(place, ground)
    except LaunchFailed as failure:
        return list(findings.launch_failed(place, failure))
    return list(findings.of_child(examined, outside, ground=ground, landlock_abi=landlock.abi()))
