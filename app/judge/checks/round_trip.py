"""`round_trip`: the submission's inverse undoes its own forward function, bit for bit."""

from app.judge.checks.comparison import difference
from app.judge.checks.finding import Finding, Question, passed
from app.judge.observations import Observations
from app.judge.plan import Purpose


def check(seen: Observations, question: Question) -> Finding:
    """Compare inverse(forward(x)) with x; the two ran in different processes."""
    pair = seen.package.manifest.pair
    for trial in seen.of(pair.inverse, Purpose.ROUND_TRIP):
        if trial.expected is not None:
            finding = difference(f"{pair.inverse}({pair.forward}(x))", trial, trial.expected)
            if finding is not None:
                return finding
    return passed(question)
