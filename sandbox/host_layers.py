"""The layers that the host itself gives, before any child: library, image, namespaces, ring, memory.

Imports the standard library only.
"""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sandbox import image, interpreter, probes, remedies, ring
from sandbox.errors import ImageFailed, Unavailable
from sandbox.jail import cgroups, policy
from sandbox.jail.cgroups import Groups
from sandbox.jail.namespaces import FLAGS
from sandbox.jail.walls import Wall
from sandbox.layers import Layer, LayerState
from sandbox.ring import Ring

_GROUP_BYTES: Final = 32 << 20
_TOO_MUCH: Final = "input(); print(len(bytearray(128 << 20)))"
_TRIAL_S: Final = 20.0


def library() -> tuple[Layer, bytes | None]:
    """Compile the filter."""
    try:
        program = policy.compile_filter()
    except Unavailable as error:
        return Layer("libseccomp", LayerState.MISSING, str(error), policy.MISSING_LIBRARY), None
    return Layer(
        "libseccomp", LayerState.OK, f"compiled a filter of {len(program) // 8} instructions"
    ), program


async def root_image(images_dir: Path) -> tuple[Layer, Path | None]:
    """Make sure of the image."""
    try:
        home = await asyncio.to_thread(image.ensure, images_dir)
    except ImageFailed as error:
        return Layer("image", LayerState.MISSING, str(error), remedies.IMAGE), None
    return Layer("image", LayerState.OK, f"{home} is there"), home


def namespaces() -> Iterator[Layer]:
    """Try each kind of namespace as a user without rights."""
    tried = probes.namespaces()
    for kind in FLAGS:
        told = tried.get(kind, "no answer")
        name, evidence = f"{kind} namespaces", f"unshare gave: {told}"
        if told == "new":
            yield Layer(name, LayerState.OK, evidence)
        else:
            yield Layer(name, LayerState.MISSING, evidence, remedies.for_namespaces())


def outer_ring(home: Path, *, without: frozenset[Wall]) -> tuple[Layer, Ring | None]:
    """Try to nest the walls in bubblewrap, which is a second ring that judging can do without."""
    found = ring.find(home) if Wall.RING not in without else "left out"
    if isinstance(found, str):
        return Layer(Wall.RING, LayerState.DEGRADED, f"1 ring: {found}", remedies.RING), None
    return Layer(Wall.RING, LayerState.OK, f"2 rings: bubblewrap {found.version} holds the inner one"), found


def control_group(*, without: frozenset[Wall]) -> tuple[Layer, Groups | None]:
    """Find control groups and prove that one ends a process; else rlimits alone bound memory."""
    groups = cgroups.discover() if Wall.CONTROL_GROUP not in without else "left out"
    fault = groups if isinstance(groups, str) else _prove(groups)
    if isinstance(groups, Groups) and fault is None:
        evidence = (
            f"memory is bound by {groups.evidence}, where a process too large was killed; and by rlimit"
        )
        return Layer(Wall.CONTROL_GROUP, LayerState.OK, evidence), groups
    evidence = f"memory is bound by rlimit alone, on one process that cannot fork: {fault}"
    return Layer(Wall.CONTROL_GROUP, LayerState.DEGRADED, evidence, remedies.for_groups()), None


def _prove(groups: Groups) -> str | None:
    """Let a process in a small group ask for more; give what did not go as it must."""
    group = groups.make("doctor")
    if group is None:
        return "no group can be made"
    try:
        if not group.set_limits(_GROUP_BYTES, processes=8):
            return "a group takes no memory limit"
        code = _ask_for_too_much(group)
        kills = group.oom_kills()
        return None if kills else f"a process beyond the limit was not killed (it ended with {code})"
    finally:
        group.kill()
        group.remove()


def _ask_for_too_much(group: cgroups.SlotGroup) -> int:
    with subprocess.Popen(
        interpreter.command(_TOO_MUCH), env={}, cwd="/", stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        entered = group.enter(process.pid)
        process.communicate(b"\n" if entered else b"", timeout=_TRIAL_S)
    return process.returncode
