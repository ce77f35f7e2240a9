"""`exact`: every element is in its place, bit for bit and dtype included."""

from app.judge.checks.comparison import difference
from app.judge.checks.finding import Finding, Question, passed
from app.judge.observations import Observations
from app.judge.plan import Purpose


def check(seen: Observations, question: Question) -> Finding:
    """Compare every result with the right one, the smallest public case first."""
    (function,) = question.functions
    name = seen.package.manifest.functions[function].output_name
    for trial in seen.of(function, Purpose.LAYOUT):
        if trial.expected is not None:
            finding = difference(name, trial, trial.expected)
            if finding is not None:
                return finding
    return passed(question)
