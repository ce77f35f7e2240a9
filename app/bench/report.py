"""The form of every benchmark's result, and the bounds that figures have to meet."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """On which side of its bound a figure has to lie."""

    AT_MOST = "at most"
    AT_LEAST = "at least"


_COMPARE: Mapping[Direction, Callable[[float, float], bool]] = {
    Direction.AT_MOST: operator.le,
    Direction.AT_LEAST: operator.ge,
}


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure promises."""

    direction: Direction
    value: float
    meaning: str

    def holds(self, figure: float) -> bool:
        """Tell whether a measured figure keeps the promise."""
        return _COMPARE[self.direction](figure, self.value)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One run of a benchmark. `figures` are promised, `baselines` are what they were made of."""

    name: str
    figures: Mapping[str, float]
    baselines: Mapping[str, float]
    machine: Mapping[str, str | int]


def at_most(value: float, meaning: str) -> Bound:
    """Bound a figure from above."""
    return Bound(Direction.AT_MOST, value, meaning)


def at_least(value: float, meaning: str) -> Bound:
    """Bound a figure from below."""
    return Bound(Direction.AT_LEAST, value, meaning)


SANDBOX_BOUNDS: Mapping[str, Bound] = {
    "warm_over_fork": at_most(0.5, "answers of a parked child, over a bare fork of the warm interpreter"),
    "on_demand_over_fork": at_most(1.3, "the same, the child forked on demand"),
    "cold_over_warm": at_least(60, "a fresh interpreter with NumPy, over a parked child"),
    "child_rate_over_fork_rate": at_least(0.75, "children a second with all walls, over bare forks a second"),
    "judge_over_fork_rate": at_least(0.5, "judgements a second, over bare forks for as many children"),
    "slot_pss_mib": at_most(40, "memory of one idle slot: zygote and parked child, MiB"),
    "growth_fds": at_most(0, "file descriptors more than after warm-up"),
    "growth_processes": at_most(0, "processes more than after warm-up"),
    "growth_namespaces": at_most(0, "namespaces more than after warm-up"),
    "memory_ratio": at_most(1.05, "memory of server and zygotes, over that after warm-up"),
}
DIAGNOSIS_BOUNDS: Mapping[str, Bound] = {
    "time_over_copy": at_most(30, "to find the program behind ten million elements, over one copy of them"),
    "memory_over_output": at_most(4, "memory that this takes, over that of the output"),
}
WIRE_BOUNDS: Mapping[str, Bound] = {
    "findings": at_most(0, "inputs that broke a promise of the result channel"),
}
