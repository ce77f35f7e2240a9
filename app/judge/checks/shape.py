"""`shape`: a plain NumPy array of the right shape came back."""

from app.judge.checks.evidence import bare
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.observations import Observations
from app.judge.wording import kind_of, place_of, shape_words
from sandbox.spec import Array, OpaqueArray, Returned


def check(seen: Observations, question: Question) -> Finding:
    """Look for a result that is no array, or an array of another shape."""
    (function,) = question.functions
    returns = seen.package.manifest.functions[function].returns
    for trial in seen.of(function):
        if not (trial.good_input and isinstance(trial.outcome, Returned)):
            continue
        value = trial.outcome.value
        if not isinstance(value, Array | OpaqueArray):
            return failed(f"{function} returned {kind_of(value)}", bare(trial))
        if value.shape != trial.call.returns_shape:
            wanted = shape_words(returns, trial)
            return failed(
                f"{function} returned shape {value.shape} where {wanted} belongs, on {place_of(trial)}",
                bare(trial),
            )
    return passed(question)
