"""`attention`: the submission's split and merge round a reference attention give the reference result."""

from app.judge.arrays import AnyArray
from app.judge.checks.evidence import bare, number
from app.judge.checks.finding import Finding, Question, failed, not_evaluated, passed
from app.judge.checks.tolerance import far_off, widest_gap
from app.judge.observations import Observations
from app.judge.plan import Purpose
from app.judge.wording import place_of


def check(seen: Observations, question: Question) -> Finding:
    """Compare merge(attention(split(Q), split(K), split(V))) with attention by column slices."""
    inverse = seen.package.manifest.pair.inverse
    trials = seen.of(inverse, Purpose.ATTENDED)
    if not trials:
        return not_evaluated("the split gave no heads that attention could be computed on")
    for trial in trials:
        actual, expected = trial.actual, trial.expected
        if actual is None or expected is None:
            return failed(f"{inverse} gave no numbers to compare, on {place_of(trial)}", bare(trial))
        index = far_off(expected, actual)
        if index is not None:
            return failed(
                _words(expected, actual) + f", on {place_of(trial)}",
                number(trial, expected, actual, index=index),
            )
    return passed(question)


def _words(expected: AnyArray, actual: AnyArray) -> str:
    return f"the attention result differs from the reference by up to {widest_gap(expected, actual):.2g}"
