"""`checkpoint`: a trained layer in the standard layout gives its outputs through the submission's pair."""

import numpy as np

from app.judge.arrays import AnyArray
from app.judge.cases import CaseKind
from app.judge.checks.attended import compare
from app.judge.checks.finding import Finding, Question, not_evaluated
from app.judge.checks.tolerance import widest_gap
from app.judge.observations import Observations


def check(seen: Observations, question: Question) -> Finding:
    """Compare the layer's outputs, attention and output projection, with those of the standard layout."""
    checkpoint = seen.package.checkpoint
    if checkpoint is None:
        return not_evaluated("this kata carries no checkpoint")

    def projected(merged: AnyArray) -> AnyArray:
        with np.errstate(all="ignore"):
            result: AnyArray = np.matmul(merged, checkpoint.output)
        return result

    return compare(seen, question, CaseKind.CHECKPOINT, words=_words, last=projected)


def _words(expected: AnyArray, actual: AnyArray) -> str:
    gap, reach = widest_gap(expected, actual), float(np.max(np.abs(expected)))
    return (
        "a checkpoint trained with the standard layout would not load: outputs of the layer are off by up to"
        f" {gap:.2g}, where right ones reach {reach:.2g}"
    )
