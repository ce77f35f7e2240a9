"""`attention`: the submission's split and merge round a reference attention give the reference result."""

from app.judge.arrays import AnyArray
from app.judge.cases import CaseKind
from app.judge.checks.attended import compare
from app.judge.checks.finding import Finding, Question
from app.judge.checks.tolerance import widest_gap
from app.judge.observations import Observations


def check(seen: Observations, question: Question) -> Finding:
    """Compare the results of attention on random queries, keys and values."""
    return compare(seen, question, CaseKind.ATTENTION, words=_words, last=lambda merged: merged)


def _words(expected: AnyArray, actual: AnyArray) -> str:
    return f"the attention result differs from the reference by up to {widest_gap(expected, actual):.2g}"
