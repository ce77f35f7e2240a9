"""The step table says in the input's axes how far one step along each output axis goes."""

import numpy as np
import pytest

from app.judge.arrays import AnyArray
from app.judge.frame import Frame
from app.judge.manifest import AxisTable
from app.judge.report import AxisStep
from app.judge.steps import step_table

AXES = {
    "B": AxisTable(word="batch"),
    "T": AxisTable(word="token"),
    "D": AxisTable(word="feature", derived="H*d"),
    "H": AxisTable(word="head"),
    "d": AxisTable(word="place inside the head"),
}
SIZES = {"B": 2, "T": 4, "D": 15, "H": 3, "d": 5}
SPLIT = Frame("B T D", "B H T d", SIZES, AXES)
MERGE = Frame("B H T d", "B T D", SIZES, AXES)
X = np.random.default_rng(1).permutation(120).astype(float).reshape(2, 4, 15)
RIGHT = np.ascontiguousarray(X.reshape(2, 4, 3, 5).transpose(0, 2, 1, 3))


def moves(frame: Frame, source: AnyArray, actual: AnyArray, expected: AnyArray) -> dict[str, str]:
    table = step_table(frame, source, actual, expected)
    assert table is not None
    return {step.axis: step.moves for step in table}


def test_of_the_right_split() -> None:
    table = step_table(SPLIT, X, RIGHT, RIGHT)
    assert table == [
        AxisStep(axis=axis, moves=words, should_move=words)
        for axis, words in {
            "B": "60 places on in x, 1 batch",
            "H": "5 places on in x, 5 features",
            "T": "15 places on in x, 1 token",
            "d": "1 place on in x, 1 feature",
        }.items()
    ]


@pytest.mark.parametrize(
    ("actual", "axis", "words"),
    [
        (X.reshape(2, 3, 4, 5), "H", "20 places on in x, 1 token and 5 features"),
        (X.reshape(2, 3, 4, 5), "T", "5 places on in x, 5 features"),
        (X.reshape(2, 4, 5, 3).transpose(0, 3, 1, 2), "H", "1 place on in x, 1 feature"),
        (X.reshape(2, 4, 5, 3).transpose(0, 3, 1, 2), "d", "3 places on in x, 3 features"),
        (RIGHT[:, ::-1], "H", "5 places back in x, 5 features"),
        (RIGHT[:, :1].repeat(3, axis=1), "H", "0 places in x: it stays where it is"),
        (np.random.default_rng(2).permutation(X.reshape(-1)), "H", "no fixed number of places"),
    ],
)
def test_of_wrong_splits(actual: AnyArray, axis: str, words: str) -> None:
    assert moves(SPLIT, X, np.ascontiguousarray(actual).reshape(2, 3, 4, 5), RIGHT)[axis] == words


def test_a_product_is_looked_at_in_its_factors() -> None:
    merged = np.ascontiguousarray(RIGHT.transpose(0, 2, 1, 3)).reshape(2, 4, 15)
    table = step_table(MERGE, RIGHT, RIGHT.reshape(2, 4, 15), merged)
    assert table is not None
    assert [(step.axis, step.moves, step.should_move) for step in table] == [
        ("B", "60 places on in x, 1 batch", "60 places on in x, 1 batch"),
        ("T", "15 places on in x, 3 tokens", "5 places on in x, 1 token"),
        ("H", "5 places on in x, 1 token", "20 places on in x, 1 head"),
        ("d", "1 place on in x, 1 place inside the head", "1 place on in x, 1 place inside the head"),
    ]


def test_axes_of_one_are_left_out() -> None:
    sizes = SIZES | {"B": 1}
    x, right = X[:1], RIGHT[:1]
    assert list(moves(Frame("B T D", "B H T d", sizes, AXES), x, right, right)) == ["H", "T", "d"]


def test_values_that_tell_no_origin_give_no_table() -> None:
    assert step_table(SPLIT, X, np.full(RIGHT.shape, -1.0), RIGHT) is None
    assert step_table(SPLIT, np.zeros(X.shape), RIGHT, RIGHT) is None


def test_names_are_put_into_the_plural() -> None:
    x = np.arange(360.0).reshape(6, 4, 15)
    frame = Frame("B T D", "H T D", SIZES | {"B": 6}, AXES | {"D": AxisTable(word="feature")})
    assert moves(frame, x, x[::2], x[:3])["H"] == "120 places on in x, 2 batches"


def test_an_axis_that_is_a_quotient_stays_whole() -> None:
    frame = Frame("B T D", "B H T D/H", SIZES, AXES)
    assert moves(frame, X, X.reshape(2, 3, 4, 5), RIGHT)["D/H"] == "1 place on in x, 1 feature"
