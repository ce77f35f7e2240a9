"""What was seen of a submission: every trial, every run, and the arrays the checks compare with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.judge.arrays import AnyArray, to_numpy
from app.judge.package import KataPackage
from app.judge.plan import CallKey, PlannedCall, Purpose
from sandbox.spec import Array, CallOutcome, Output, Returned, RunResult


@dataclass(frozen=True, slots=True)
class Trial:
    """One call of the submission with what came back.

    `expected` is the right result, bit for bit, or None where a check computes its own or an error
    is expected.
    """

    call: PlannedCall
    outcome: CallOutcome
    expected: AnyArray | None = None

    @property
    def actual(self) -> AnyArray | None:
        """Give the array that came back, or None if anything else did."""
        if isinstance(self.outcome, Returned) and isinstance(self.outcome.value, Array):
            return to_numpy(self.outcome.value)
        return None

    @property
    def right_shape(self) -> bool:
        """Tell whether an array of the right shape came back."""
        return self.actual is not None and self.actual.shape == self.call.returns_shape

    @property
    def good_input(self) -> bool:
        """Tell whether a right submission returns a result here, instead of raising."""
        return self.call.purpose is not Purpose.UNEVEN


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


@dataclass(frozen=True, slots=True)
class Observations:
    """Everything that the checks look at.

    `crossed` holds, by case id, the right inverse of the submission's own forward result.
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

    def of(self, function: str, *purposes: Purpose) -> list[Trial]:
        """List the trials of a function (of all purposes if none is named), public and small ones first."""
        chosen = [
            trial
            for trial in self.trials
            if trial.call.function == function and (not purposes or trial.call.purpose in purposes)
        ]
        return sorted(chosen, key=lambda trial: (not trial.call.case.public, trial.call.array.size))
