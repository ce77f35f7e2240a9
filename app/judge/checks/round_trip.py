"""`round_trip`: the submission's inverse undoes its own forward function, bit for bit."""

from app.judge.checks.comparison import difference
from app.judge.checks.evidence import bare
from app.judge.checks.finding import Finding, Question, failed, not_evaluated, passed
from app.judge.observations import Observations
from app.judge.plan import Purpose
from app.judge.wording import place_of
from sandbox.spec import OpaqueArray, Returned


def check(seen: Observations, question: Question) -> Finding:
    """Compare inverse(forward(x)) with x; the two ran in different processes."""
    pair = seen.package.manifest.pair
    for trial in seen.of(pair.inverse, Purpose.ROUND_TRIP):
        finding = difference(f"{pair.inverse}({pair.forward}(x))", trial)
        if finding is not None:
            return finding
    return untried(seen) or passed(question)


def untried(seen: Observations) -> Finding | None:
    """Find a forward result that is an array and cannot be passed on to another process as it is."""
    forward = seen.package.manifest.pair.forward
    for trial in seen.of(forward, Purpose.LAYOUT):
        if isinstance(trial.outcome, Returned) and isinstance(trial.outcome.value, OpaqueArray):
            dtype = trial.outcome.value.dtype
            return failed(
                f"{forward} returned {dtype} numbers, which undo nothing, on {place_of(trial)}", bare(trial)
            )
    if not seen.of(forward, Purpose.LAYOUT):
        return not_evaluated(f"{forward} was never called")
    return None
