"""What the checks of attention share: compare attention through a submission's pair with the reference's."""

from collections.abc import Callable
from typing import TypeAlias

from app.judge.arrays import AnyArray
from app.judge.cases import CaseKind
from app.judge.checks.evidence import bare, number
from app.judge.checks.finding import Finding, Question, failed, not_evaluated, passed
from app.judge.checks.tolerance import far_off
from app.judge.observations import Observations
from app.judge.plan import Purpose
from app.judge.wording import place_of

Words: TypeAlias = Callable[[AnyArray, AnyArray], str]
"""Says how far the second array is from the first."""
Last: TypeAlias = Callable[[AnyArray], AnyArray]
"""What is still done to the merged result, (B, T, D) to (B, T, D)."""


def compare(seen: Observations, question: Question, kind: CaseKind, *, words: Words, last: Last) -> Finding:
    """Compare merge(attention(split(Q), split(K), split(V))) with attention by columns, case by case."""
    inverse = seen.package.manifest.pair.inverse
    trials = [trial for trial in seen.of(inverse, Purpose.ATTENDED) if trial.call.case.kind is kind]
    if not trials:
        return not_evaluated("the split gave no heads that attention could be computed on")
    for trial in trials:
        if trial.actual is None or trial.expected is None or not trial.right_shape:
            return failed(f"{inverse} gave no numbers to compare, on {place_of(trial)}", bare(trial))
        expected, actual = last(trial.expected), last(trial.actual)
        index = far_off(expected, actual)
        if index is not None:
            evidence = number(trial, expected, actual, index=index)
            return failed(f"{words(expected, actual)}, on {place_of(trial)}", evidence)
    return passed(question)
