"""What the exact checks share: compare what came back with what belongs there, bit for bit."""

from app.judge.arrays import AnyArray, cast, same
from app.judge.checks.evidence import bare, element, wrong_element_words
from app.judge.checks.finding import Finding, failed
from app.judge.observations import Trial
from app.judge.wording import kind_of, place_of
from sandbox.spec import Returned


def difference(name: str, trial: Trial) -> Finding | None:
    """Say how a trial's result differs from the right one, if that is known; None if every bit is the same.

    `name` is what the sentence calls the result.
    """
    if trial.expected is None:
        return None
    if trial.actual is None:
        value = trial.outcome.value if isinstance(trial.outcome, Returned) else None
        return failed(
            f"{name} is {kind_of(value)}, which cannot be compared, on {place_of(trial)}", bare(trial)
        )
    return array_difference(name, trial, trial.expected, actual=trial.actual)


def array_difference(name: str, trial: Trial, expected: AnyArray, *, actual: AnyArray) -> Finding | None:
    """Compare two arrays that belong to a trial, as `difference` does."""
    if same(expected, actual):
        return None
    if actual.shape != expected.shape:
        return failed(
            f"{name} has shape {actual.shape}, not {expected.shape}, on {place_of(trial)}", bare(trial)
        )
    right = cast(expected, actual.dtype)
    if actual.dtype != expected.dtype and same(right, actual):
        evidence = bare(trial).model_copy(
            update={"expected": expected.dtype.name, "actual": actual.dtype.name}
        )
        return failed(f"{name} is {actual.dtype}, not {expected.dtype}, on {place_of(trial)}", evidence)
    evidence = element(trial, right, actual)
    dtypes = "" if actual.dtype == expected.dtype else f", and {actual.dtype} for {expected.dtype}"
    return failed(f"{wrong_element_words(name, evidence)}{dtypes}, on {place_of(trial)}", evidence)
