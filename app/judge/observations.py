"""What was seen of a submission: every trial, every run, and the arrays the checks compare with."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from app.judge.arrays import AnyArray, same, to_numpy
from app.judge.package import KataPackage
from app.judge.plan import CallKey, PlannedCall, Purpose
from sandbox.spec import Array, CallOutcome, Output, Returned, RunResult


@dataclass(frozen=True, slots=True)
class Trial:
    """One call of the submission with what came back.

    `actual` is the array that came back, or None if anything else did. `expected` is the right
    result, bit for bit, or None where a check computes its own or an error is expected.
    """

    call: PlannedCall
    outcome: CallOutcome
    actual: AnyArray | None
    expected: AnyArray | None

    @property
    def right_shape(self) -> bool:
        """Tell whether an array of the right shape came back."""
        return self.actual is not None and self.actual.shape == self.call.returns_shape

    @property
    def exact(self) -> bool:
        """Tell whether the right result came back, in every bit."""
        return self.actual is not None and self.expected is not None and same(self.expected, self.actual)

    @property
    def good_input(self) -> bool:
        """Tell whether a right submission returns a result here, instead of raising."""
        return self.call.purpose is not Purpose.UNEVEN


def array_of(outcome: CallOutcome) -> AnyArray | None:
    """Give the array that a call came back with, or None if it ended in anything else."""
    if isinstance(outcome, Returned) and isinstance(outcome.value, Array):
        return to_numpy(outcome.value)
    return None


@dataclass(frozen=True, slots=True)
class GroupRun:
    """One child: the calls of one function in one group of cases."""

    function: str
    public: bool
    calls: tuple[PlannedCall, ...]
    result: RunResult

    @property
    def keys(self) -> frozenset[CallKey]:
        """Name its calls."""
        return frozenset(call.key for call in self.calls)

    def printed(self) -> Iterator[tuple[str, Output]]:
        """Yield what was printed, with where: at import, then call by call."""
        if self.result.load_output.text:
            yield f"{self.function}: import", self.result.load_output
        for call, output in zip(self.calls, self.result.call_output, strict=False):
            if output.text:
                yield f"{self.function}: {call.case.id}, {call.purpose}", output


@dataclass(frozen=True)
class Observations:
    """Everything that the checks look at.

    `crossed` holds, by case id, the right inverse of the submission's own forward result. There are no
    slots, so that the order of the trials is worked out once.
    """

    package: KataPackage
    trials: tuple[Trial, ...]
    runs: tuple[GroupRun, ...]
    crossed: Mapping[str, AnyArray]

    def public(self) -> "Observations":
        """Keep what public cases showed, and nothing that depends on a hidden one."""
        return replace(
            self,
            trials=tuple(trial for trial in self.trials if trial.call.case.public),
            runs=tuple(run for run in self.runs if run.public),
        )

    def of(self, function: str, purpose: Purpose | None = None) -> list[Trial]:
        """List the trials of a function (of all purposes if none is named), public and small ones first."""
        return self._ranked.get((function, purpose), [])

    @cached_property
    def _ranked(self) -> Mapping[tuple[str, Purpose | None], list[Trial]]:
        ranked: dict[tuple[str, Purpose | None], list[Trial]] = defaultdict(list)
        for trial in sorted(self.trials, key=lambda one: (not one.call.case.public, one.call.array.size)):
            for purpose in (trial.call.purpose, None):
                ranked[trial.call.function, purpose].append(trial)
        return ranked
