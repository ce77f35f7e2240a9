"""`exact`: every element is in its place, bit for bit and dtype included."""

from app.judge.checks.comparison import difference
from app.judge.checks.finding import Finding, Question, passed, with_condition
from app.judge.conditions import holds_when
from app.judge.observations import Observations
from app.judge.plan import Purpose


def check(seen: Observations, question: Question) -> Finding:
    """Compare every result with the right one; tell the first that differs, small public cases first."""
    (function,) = question.functions
    name = seen.package.manifest.functions[function].output_name
    trials = [trial for trial in seen.of(function, Purpose.LAYOUT) if trial.expected is not None]
    finding = next(filter(None, (difference(name, trial) for trial in trials)), None)
    if finding is None:
        return passed(question)
    return with_condition(finding, holds_when([(trial, trial.exact) for trial in trials]))
