"""`exact`: every element is in its place, bit for bit and dtype included."""

from dataclasses import replace

from app.judge.checks.comparison import difference
from app.judge.checks.finding import Finding, Question, passed
from app.judge.conditions import Condition, holds_when
from app.judge.frame import frame_of
from app.judge.observations import Observations, Trial
from app.judge.plan import Purpose
from app.judge.regions import right_part


def check(seen: Observations, question: Question) -> Finding:
    """Compare every result with the right one; tell the first that differs, small public cases first."""
    (function,) = question.functions
    name = seen.package.manifest.functions[function].output_name
    trials = [trial for trial in seen.of(function, Purpose.LAYOUT) if trial.expected is not None]
    finding = next(filter(None, (difference(name, trial) for trial in trials)), None)
    if finding is None:
        return passed(question)
    return replace(finding, condition=_condition(seen, function, trials))


def _condition(seen: Observations, function: str, trials: list[Trial]) -> Condition | None:
    """Find a part of every output that is right, or else the cases that are."""
    part = None
    if all(trial.right_shape for trial in trials):
        part = right_part(
            trials, lambda trial: frame_of(seen.package.manifest, function, trial.call.case.sizes)
        )
    return part or holds_when([(trial, trial.exact) for trial in trials])
