"""`projection`: the heads of a split product are the products with the column slices of the weights."""

import numpy as np

from app.judge.arrays import AnyArray
from app.judge.checks.evidence import number
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.checks.tolerance import far_off
from app.judge.observations import Observations, Trial
from app.judge.plan import Purpose, projection_factors
from app.judge.wording import place_of


def check(seen: Observations, question: Question) -> Finding:
    """Compare split(X @ W)[:, h] with X @ W[:, h*d : (h+1)*d], within the tolerance of `tolerance`."""
    (function,) = question.functions
    name = seen.package.manifest.functions[function].output_name
    for trial in seen.of(function, Purpose.PROJECTION):
        actual = trial.actual
        expected = sliced_products(trial)
        index = far_off(expected, actual)
        if actual is None:
            return failed(f"{function} gave no numbers to compare, on {place_of(trial)}")
        if index is not None:
            head = index[1]
            return failed(
                f"{name}(X @ W) differs from X @ W[:, h*d:(h+1)*d] at head {head}, on {place_of(trial)}",
                number(trial, expected, actual, index=index),
            )
    return passed(question)


def sliced_products(trial: Trial) -> AnyArray:
    """Compute each head on its own from its columns of W, of shape (B, H, T, d)."""
    x, w = projection_factors(trial.call.case, trial.call.array.shape)
    heads = trial.call.returns_shape[1]
    stacked: AnyArray = np.stack([np.matmul(x, columns) for columns in np.split(w, heads, axis=1)], axis=1)
    return stacked
