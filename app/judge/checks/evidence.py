"""Evidence: the first wrong element of a case, both values and where each came from."""

import numpy as np

from app.judge.arrays import AnyArray, cast, first_index, wrong_elements
from app.judge.cases import TAGGED
from app.judge.numbers import plain
from app.judge.observations import Trial
from app.judge.plan import Purpose
from app.judge.report import Evidence
from app.judge.wording import number_words


def bare(trial: Trial) -> Evidence:
    """Give evidence that is a case and nothing more."""
    return Evidence(
        case=trial.call.case.id,
        index=None,
        expected=None,
        actual=None,
        expected_from=None,
        actual_from=None,
        holds_when=None,
    )


def element(trial: Trial, expected: AnyArray, actual: AnyArray) -> Evidence:
    """Point at the first element whose bits differ; arrays of one shape and dtype.

    Where the input is tagged, both values are traced back to their places in it.
    """
    index = first_index(wrong_elements(expected, actual))
    if index is None:
        return bare(trial)
    right, wrong = expected[index], actual[index]
    return bare(trial).model_copy(
        update={
            "index": list(index),
            "expected": plain(right),
            "actual": plain(wrong),
            "expected_from": origin(trial, right),
            "actual_from": origin(trial, wrong),
        }
    )


def number(trial: Trial, expected: AnyArray, actual: AnyArray, *, index: tuple[int, ...]) -> Evidence:
    """Point at one element of two numeric arrays that have no origins to tell."""
    return bare(trial).model_copy(
        update={"index": list(index), "expected": plain(expected[index]), "actual": plain(actual[index])}
    )


def origin(trial: Trial, value: np.generic) -> str | None:
    """Tell where in the input a tagged value lies: "x[0, 1, 0]".

    None if it lies nowhere, the input is not tagged, or the input was the submission's own result.
    """
    if trial.call.purpose is not Purpose.LAYOUT:
        return None
    if trial.call.case.template.fill not in TAGGED or trial.call.array.dtype.kind == "b":
        return None
    source = trial.call.array
    places = np.flatnonzero(cast(source, value.dtype).ravel() == value)
    if len(places) != 1:
        return None
    return f"x[{', '.join(str(int(i)) for i in np.unravel_index(places[0], source.shape))}]"


def wrong_element_words(name: str, evidence: Evidence) -> str:
    """Say an element's evidence in a clause: "split[0, 0, 1, 0] is 3, from x[0, 0, 3]; it should be ..."."""
    index = ", ".join(str(i) for i in evidence.index or ())
    nowhere = ", which is nowhere in x" if evidence.expected_from else ""
    actual_from = f", from {evidence.actual_from}" if evidence.actual_from else nowhere
    expected_from = f", from {evidence.expected_from}" if evidence.expected_from else ""
    return (
        f"{name}[{index}] is {number_words(evidence.actual)}{actual_from};"
        f" it should be {number_words(evidence.expected)}{expected_from}"
    )
