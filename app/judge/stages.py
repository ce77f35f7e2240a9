"""What each stage of judging a pair of functions calls, and with what right results.

The inverse is never given the right forward result of an input that the forward function saw in the
same process: its own inputs are drawn apart, and it runs in other children.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.judge.arrays import AnyArray
from app.judge.attention import attend
from app.judge.cases import Case
from app.judge.observations import GroupRun, Trial
from app.judge.plan import ATTENTION_INPUTS, CallKey, Plan, PlannedCall, Purpose
from sandbox.spec import RunStatus

_NOTHING_TO_CALL = (RunStatus.COMPILE_FAILED, RunStatus.LOAD_FAILED)


@dataclass(frozen=True, slots=True)
class RightResults:
    """What the reference gave: for the forward calls by key, and for the inverse's sources in order."""

    forward: Mapping[CallKey, AnyArray]
    sources: tuple[AnyArray, ...]


@dataclass(frozen=True, slots=True)
class InverseStage:
    """The calls of the inverse, and what must come back from each."""

    calls: tuple[PlannedCall, ...]
    expected: Mapping[CallKey, AnyArray]

    @property
    def crossing(self) -> tuple[PlannedCall, ...]:
        """List the calls on the submission's own forward results, which the right inverse gets as well."""
        return tuple(call for call in self.calls if call.purpose is Purpose.ROUND_TRIP)


def reference_calls(plan: Plan) -> tuple[PlannedCall, ...]:
    """List what the reference is asked: the forward calls compared exactly, then the sources."""
    return (*exact_forward_calls(plan), *plan.inverse_sources)


def exact_forward_calls(plan: Plan) -> tuple[PlannedCall, ...]:
    """List the forward calls whose results must be right bit for bit."""
    return tuple(call for call in plan.forward if call.purpose is Purpose.LAYOUT)


def right_results(plan: Plan, arrays: Sequence[AnyArray]) -> RightResults:
    """Sort the reference's arrays, given in the order of `reference_calls`."""
    calls = exact_forward_calls(plan)
    forward = {call.key: array for call, array in zip(calls, arrays, strict=False)}
    return RightResults(forward, tuple(arrays[len(calls) :]))


def loaded(runs: Iterable[GroupRun]) -> bool:
    """Tell whether the source got as far as having functions to call."""
    return all(run.result.status not in _NOTHING_TO_CALL for run in runs)


def inverse_stage(plan: Plan, right: RightResults, trials: Sequence[Trial]) -> InverseStage:
    """Plan the inverse: on right forward results, on the submission's own, and after attention."""
    planned = [
        (plan.inverse_call(source.case, Purpose.LAYOUT, array), source.array)
        for source, array in zip(plan.inverse_sources, right.sources, strict=True)
    ]
    planned += [
        (plan.inverse_call(trial.call.case, Purpose.ROUND_TRIP, actual), trial.call.array)
        for trial, actual in own_results(trials, Purpose.LAYOUT)
    ]
    planned += _attended(plan, trials)
    return InverseStage(
        calls=tuple(call for call, _ in planned), expected={call.key: array for call, array in planned}
    )


def own_results(trials: Iterable[Trial], purpose: Purpose) -> list[tuple[Trial, AnyArray]]:
    """Pick the trials of a purpose that came back with an array of the right shape."""
    return [
        (trial, actual)
        for trial in trials
        if trial.call.purpose is purpose and trial.right_shape and (actual := trial.actual) is not None
    ]


def _attended(plan: Plan, trials: Sequence[Trial]) -> list[tuple[PlannedCall, AnyArray]]:
    heads: dict[str, dict[Purpose, AnyArray]] = {}
    cases: dict[str, Case] = {}
    for purpose in ATTENTION_INPUTS:
        for trial, actual in own_results(trials, purpose):
            if actual.dtype.kind in "fiub":
                heads.setdefault(trial.call.case.id, {})[purpose] = actual
                cases[trial.call.case.id] = trial.call.case
    planned: list[tuple[PlannedCall, AnyArray]] = []
    for case_id, parts in heads.items():
        if len(parts) == len(ATTENTION_INPUTS):
            result = attend(*(parts[purpose] for purpose in ATTENTION_INPUTS))
            call = plan.inverse_call(cases[case_id], Purpose.ATTENDED, result)
            planned.append((call, plan.expected[call.key]))
    return planned
