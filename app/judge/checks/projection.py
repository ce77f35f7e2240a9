"""`projection`: the heads of a split product are the products with the column slices of the weights."""

from app.judge.checks.evidence import number
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.checks.tolerance import far_off
from app.judge.observations import Observations
from app.judge.plan import Purpose
from app.judge.wording import place_of


def check(seen: Observations, question: Question) -> Finding:
    """Compare split(X @ W)[:, h] with X @ W[:, h*d : (h+1)*d], within the tolerance of `tolerance`."""
    (function,) = question.functions
    name = seen.package.manifest.functions[function].output_name
    for trial in seen.of(function, Purpose.PROJECTION):
        actual, expected = trial.actual, trial.expected
        if actual is None or expected is None:
            return failed(f"{function} gave no numbers to compare, on {place_of(trial)}")
        index = far_off(expected, actual)
        if index is not None:
            head = index[1]
            return failed(
                f"{name}(X @ W) differs from X @ W[:, h*d:(h+1)*d] at head {head}, on {place_of(trial)}",
                number(trial, expected, actual, index=index),
            )
    return passed(question)
