"""`cross_round_trip`: each of the two functions works with the right version of the other."""

from app.judge.checks.comparison import array_difference, difference
from app.judge.checks.finding import Finding, Question, passed
from app.judge.checks.round_trip import untried
from app.judge.observations import Observations
from app.judge.plan import Purpose


def check(seen: Observations, question: Question) -> Finding:
    """Let the right inverse undo the submission's forward function, and its inverse the right forward."""
    pair = seen.package.manifest.pair
    for trial in seen.of(pair.forward, Purpose.LAYOUT):
        crossed = seen.crossed.get(trial.call.case.id)
        if crossed is not None:
            name = f"right {pair.inverse}(your {pair.forward}(x))"
            finding = array_difference(name, trial, trial.call.array, actual=crossed)
            if finding is not None:
                return finding
    for trial in seen.of(pair.inverse, Purpose.LAYOUT):
        finding = difference(f"your {pair.inverse}(right {pair.forward}(x))", trial)
        if finding is not None:
            return finding
    return untried(seen) or passed(question)
