"""`dtype`: the result has the dtype of the input."""

from app.judge.arrays import name_of
from app.judge.checks.evidence import bare
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.observations import Observations
from app.judge.wording import place_of
from sandbox.spec import Array, OpaqueArray, Returned


def check(seen: Observations, question: Question) -> Finding:
    """Look for a result whose dtype is not that of the array it was made from."""
    (function,) = question.functions
    for trial in seen.of(function):
        if not (trial.good_input and isinstance(trial.outcome, Returned)):
            continue
        value = trial.outcome.value
        wanted = name_of(trial.call.array.dtype)
        if isinstance(value, Array | OpaqueArray) and value.dtype != wanted:
            evidence = bare(trial).model_copy(update={"expected": wanted, "actual": value.dtype})
            return failed(f"{function} made {value.dtype} out of {wanted}, on {place_of(trial)}", evidence)
    return passed(question)
