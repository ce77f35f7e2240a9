"""What the doctor says: layers, their states, and what they come to. Imports the standard library only."""

from dataclasses import dataclass
from enum import StrEnum

from sandbox.errors import Unavailable


class LayerState(StrEnum):
    """How a layer stands."""

    OK = "ok"
    DEGRADED = "degraded"
    """The host lacks this layer, or part of it, and another one does without: weaker, and told."""
    MISSING = "missing"
    UNKNOWN = "unknown"
    """Could not be tried, because a layer below it is missing."""


class Place(StrEnum):
    """Where a layer was tried."""

    HOST = "host"
    FRESH = "fresh child"
    WARM = "warm child"


@dataclass(frozen=True, slots=True)
class Layer:
    """One wall: what was tried and what the kernel said, and what to do where it does not hold."""

    name: str
    state: LayerState
    evidence: str
    remedy: str = ""
    place: Place = Place.HOST

    @property
    def suffices(self) -> bool:
        """Whether judging may go on with this layer as it is."""
        return self.state in (LayerState.OK, LayerState.DEGRADED)


@dataclass(frozen=True, slots=True)
class Examination:
    """All layers, from the host up to the children."""

    layers: tuple[Layer, ...]

    @property
    def ok(self) -> bool:
        """Whether every layer that is required holds."""
        return all(layer.suffices for layer in self.layers)

    @property
    def degraded(self) -> tuple[Layer, ...]:
        """The layers that this host gives in part or not at all, and that judging can do without."""
        return tuple(layer for layer in self.layers if layer.state is LayerState.DEGRADED)


def require(examination: Examination) -> None:
    """Refuse a host on which a required layer does not hold.

    Raises:
        Unavailable: names each layer that is missing and says each remedy once.
    """
    if examination.ok:
        return
    missing = [layer for layer in examination.layers if layer.state is LayerState.MISSING]
    lines = ["The sandbox cannot be built on this machine; nothing is judged here."]
    for remedy in dict.fromkeys(layer.remedy for layer in missing):
        alike = [layer for layer in missing if layer.remedy == remedy]
        names = dict.fromkeys(layer.name for layer in alike)
        lines.append(f"  Missing: {', '.join(names)} ({alike[0].evidence}).")
        lines.append(f"  To do: {remedy}.")
    raise Unavailable("\n".join(lines))
