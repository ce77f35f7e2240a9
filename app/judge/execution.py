"""Runs planned calls in the sandbox: the cases of one function in one group share one child."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from app.judge.arrays import AnyArray
from app.judge.errors import JudgingFailed
from app.judge.observations import GroupRun, Trial, array_of
from app.judge.package import KataPackage
from app.judge.plan import CallKey, PlannedCall
from sandbox.spec import Runner, RunResult, RunSpec, RunStatus


async def run_groups(
    runner: Runner, package: KataPackage, source: bytes, *, calls: Sequence[PlannedCall]
) -> tuple[GroupRun, ...]:
    """Run the calls of one function, public and hidden cases in children of their own, side by side.

    Raises:
        JudgingFailed: the sandbox could not run a child.
    """
    groups = [
        (public, tuple(call for call in calls if call.case.public is public)) for public in (True, False)
    ]
    filled = [(public, group) for public, group in groups if group]
    results = await asyncio.gather(*(_run(runner, package, source, calls=group) for _, group in filled))
    return tuple(
        GroupRun(function=group[0].function, public=public, calls=group, result=result)
        for (public, group), result in zip(filled, results, strict=True)
    )


async def run_reference(
    runner: Runner, package: KataPackage, calls: Sequence[PlannedCall]
) -> tuple[AnyArray, ...]:
    """Run the reference solution in a child of its own; every call must give an array.

    Raises:
        JudgingFailed: the sandbox or the reference failed.
    """
    if not calls:
        return ()
    result = await _run(runner, package, package.files["reference.py"], calls=calls, fresh_arrays=True)
    arrays: list[AnyArray] = []
    for call, outcome in zip(calls, result.outcomes, strict=True):
        array = array_of(outcome)
        if array is None:
            raise JudgingFailed(
                f"the reference of {package.slug} gave no array on case {call.case.id}: "
                f"{type(outcome).__name__}, run {result.status} {result.detail}".rstrip()
            )
        arrays.append(array)
    return tuple(arrays)


async def _run(
    runner: Runner,
    package: KataPackage,
    source: bytes,
    *,
    calls: Sequence[PlannedCall],
    fresh_arrays: bool = False,
) -> RunResult:
    position = {} if fresh_arrays else {call.key: at for at, call in enumerate(calls)}
    spec = RunSpec(source, tuple(call.to_call(position) for call in calls), package.limits)
    result = await runner.run(spec)
    if result.status is RunStatus.SANDBOX_FAILED:
        raise JudgingFailed(f"the sandbox failed: {result.detail}")
    return result


def to_trials(runs: Iterable[GroupRun], expected: Mapping[CallKey, AnyArray]) -> tuple[Trial, ...]:
    """Pair every call with its outcome and, where there is one, its right result."""
    return tuple(
        Trial(call, outcome, array_of(outcome), expected.get(call.key))
        for run in runs
        for call, outcome in zip(run.calls, run.result.outcomes, strict=True)
    )
