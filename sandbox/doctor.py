"""Prove each layer on this host: try what must fail in a real child, and what must work outside.

Imports the standard library only. Nothing is judged before `examine` says that all holds.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from sandbox import image, probes, remedies
from sandbox.errors import ImageFailed, LaunchFailed, Unavailable
from sandbox.examination import Examined, examine_child
from sandbox.jail import policy
from sandbox.jail.limits import OPEN_FILES
from sandbox.jail.namespaces import FLAGS

_ROOT_ENTRIES: Final = {"lib", "lib64", "packages", "python", "runner"}
_NO_CAPABILITIES: Final = "0000000000000000"
_LAUNCH_LAYERS: Final = {
    "namespaces": "namespaces",
    "root": "read-only root",
    "capabilities": "capabilities",
    "limits": "resource limits",
}


class LayerState(StrEnum):
    """How a layer stands."""

    OK = "ok"
    MISSING = "missing"
    UNKNOWN = "unknown"
    """Could not be tried, because a layer below it is missing."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One wall: what was tried and what the kernel said, and what to do where it does not hold."""

    name: str
    state: LayerState
    evidence: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """All layers, from the host up to the child."""

    layers: tuple[Layer, ...]

    @property
    def ok(self) -> bool:
        """Whether every layer holds."""
        return all(layer.state is LayerState.OK for layer in self.layers)


def require(examination: Examination) -> None:
    """Refuse a host on which a layer does not hold.

    Raises:
        Unavailable: names each layer that is missing and says each remedy once.
    """
    if examination.ok:
        return
    missing = [layer for layer in examination.layers if layer.state is LayerState.MISSING]
    lines = ["The sandbox cannot be built on this machine; nothing is judged here."]
    for remedy in dict.fromkeys(layer.remedy for layer in missing):
        alike = [layer for layer in missing if layer.remedy == remedy]
        lines.append(f"  Missing: {', '.join(layer.name for layer in alike)} ({alike[0].evidence}).")
        lines.append(f"  To do: {remedy}.")
    raise Unavailable("\n".join(lines))


async def examine(images_dir: Path) -> Examination:
    """Try every layer in real children, about half a second in all."""
    layers = [_library()]
    found, home = await _image(images_dir)
    layers.append(found)
    layers += _namespaces(await asyncio.to_thread(probes.namespaces))
    if home is None or layers[0].state is not LayerState.OK:
        return Examination((*layers, *_untried()))
    program = policy.compile_filter()
    outside = await asyncio.to_thread(probes.outside)
    try:
        examined = await examine_child(home, program)
    except LaunchFailed as failure:
        return Examination((*layers, *_launch_failed(failure)))
    return Examination((*layers, *_inside(examined, outside)))


def _library() -> Layer:
    try:
        program = policy.compile_filter()
    except Unavailable as error:
        return Layer("libseccomp", LayerState.MISSING, str(error), policy.MISSING_LIBRARY)
    return Layer("libseccomp", LayerState.OK, f"compiled a filter of {len(program) // 8} instructions")


async def _image(images_dir: Path) -> tuple[Layer, Path | None]:
    try:
        home = await asyncio.to_thread(image.ensure, images_dir)
    except ImageFailed as error:
        return Layer("image", LayerState.MISSING, str(error), remedies.IMAGE), None
    return Layer("image", LayerState.OK, f"{home} is there"), home


def _namespaces(tried: dict[str, str]) -> Iterator[Layer]:
    for name in FLAGS:
        told = tried.get(name, "no answer")
        holds = told == "new"
        state = LayerState.OK if holds else LayerState.MISSING
        remedy = "" if holds else remedies.for_namespaces()
        yield Layer(f"{name} namespace", state, f"unshare gave: {told}", remedy)


def _untried() -> Iterator[Layer]:
    for name in ("read-only root", "resource limits", "capabilities", "no_new_privs", "seccomp", "kill"):
        yield Layer(name, LayerState.UNKNOWN, "no child could be tried")


def _launch_failed(failure: LaunchFailed) -> Iterator[Layer]:
    """Blame the layer at which the launcher stopped; those after it were not reached."""
    broken = _LAUNCH_LAYERS.get(failure.step, f"child ({failure.step})")
    yield Layer(broken, LayerState.MISSING, str(failure), remedies.for_namespaces())
    for layer in _untried():
        if layer.name != broken:
            yield layer


def _inside(examined: Examined, outside: dict[str, str]) -> Iterator[Layer]:
    said, status, limits = examined.said, examined.status, examined.limits
    entries = set(said.get("root", "").split(","))
    yield _holds(
        "read-only root",
        said.get("mounted") == "ro"
        and entries <= _ROOT_ENTRIES
        and _refused(said, outside, "read_host_file", "ENOENT"),
        f"/ is mounted {said.get('mounted')} with {', '.join(sorted(entries))}; "
        f"reading /etc/passwd gave {said.get('read_host_file')}",
    )
    files, core = limits.get("Max open files", ""), limits.get("Max core file size", "")
    yield _holds(
        "resource limits",
        files.startswith(f"{OPEN_FILES} {OPEN_FILES} ")
        and core.startswith("0 0 ")
        and not limits.get("Max address space", "unlimited").startswith("unlimited"),
        f"address space {limits.get('Max address space')}, open files {files}, core {core}",
    )
    sets = {name: status.get(name) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
    yield _holds(
        "capabilities",
        set(sets.values()) == {_NO_CAPABILITIES},
        ", ".join(f"{name} {told}" for name, told in sets.items()),
    )
    privileges = status.get("NoNewPrivs")
    yield _holds("no_new_privs", privileges == "1", f"the kernel shows NoNewPrivs {privileges}")
    attempts = ("write", "socket", "fork")
    yield _holds(
        "seccomp",
        status.get("Seccomp") == "2"
        and all(_refused(said, outside, name, "EPERM") for name in attempts)
        and examined.killed_by_filter
        and outside.get("unshare") == "done",
        ", ".join(f"{name} gave {said.get(name)}" for name in attempts)
        + f", unshare ended the process: {'yes' if examined.killed_by_filter else 'no'}",
    )
    killed = "was" if examined.killed_from_outside else "was not"
    yield _holds("kill", examined.killed_from_outside, f"a sleeping child {killed} ended through its pidfd")


def _refused(said: dict[str, str], outside: dict[str, str], name: str, error: str) -> bool:
    """Tell whether an attempt failed inside as it must, and worked outside as a control."""
    return said.get(name) == error and outside.get(name) == "done"


def _holds(name: str, proof: bool, evidence: str) -> Layer:  # noqa: FBT001  # the fact itself is a boolean
    if proof:
        return Layer(name, LayerState.OK, evidence)
    return Layer(name, LayerState.MISSING, evidence, remedies.REPORT)
