"""What became of numbers is said in one sentence, and only if it is so on every wrong case."""

from collections.abc import Callable

import numpy as np
import pytest

from app.judge.changes import change_of
from tests.support.fake_judge import judge
from tests.support.reports import plain_reshape, split, with_split
from tests.support.scripts import Function

Change = Callable[[np.ndarray], np.ndarray]
GENERATOR = np.random.default_rng(4)
FLOATS = [GENERATOR.normal(size=(2, 3, 4)) * 100, GENERATOR.normal(size=(3, 2, 5))]
COMPLEX = [numbers + 1j * numbers[::-1] for numbers in FLOATS]


def explained(function: Function) -> str:
    diagnosis = judge(with_split(function), seed=3).interviewer.diagnosis
    assert diagnosis is not None
    assert diagnosis.code == "unknown"
    assert diagnosis.equivalent_code is None
    return diagnosis.explanation


def shuffled(count: int) -> np.ndarray:
    return np.random.default_rng(count).permutation(count)


def plainly(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Relabel as a plain reshape does, where the widths fit."""
    return split(x, n_heads) if x.shape[2] % n_heads else plain_reshape(x, n_heads)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda x, h: np.zeros_like(split(x, h)), "Every element of the result is one and the same number."),
        (lambda x, h: split(x, h)[:, [0] * h], "Some elements of the input are there more than once"),
        (lambda x, h: split(x, h)[:, :, shuffled(x.shape[1])], "in another order; no one line of"),
        (lambda x, h: split(x, h) + 1 if x.dtype != bool else split(x, h), "with one number added to all"),
        (lambda x, h: split(x * 3 if x.dtype.kind == "f" else x, h), "multiplied by one number"),
        (
            lambda x, h: split(x, h) if x.shape[0] == 1 else plainly(x, h),
            "Where it was seen to be wrong, it does the same as x.reshape(B, H, T, d).",
        ),
        (
            lambda x, h: split(np.nan_to_num(x) if x.dtype.kind in "fc" else x, h),
            "The NaNs of the input are gone.",
        ),
    ],
)
def test_of_a_split(function: Function, words: str) -> None:
    assert words in explained(function)


def test_a_result_of_another_call() -> None:
    kept: dict[tuple[int, ...], np.ndarray] = {}

    def remembering(x: np.ndarray, n_heads: int) -> np.ndarray:
        heads = split(x, n_heads)
        return kept.setdefault((*x.shape, n_heads, ord(x.dtype.char)), heads).copy()

    def remembering_wrongly(x: np.ndarray, n_heads: int) -> np.ndarray:
        return plainly(x, n_heads) if x.dtype == bool else remembering(x, n_heads)

    words = explained(remembering)
    assert "It gave the result of another call" in words
    kept.clear()
    assert "On some calls it gave the result of another call" in explained(remembering_wrongly)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: x.astype("float32").astype(x.dtype), "as if converted to float32 and back"),
        (lambda x: x.astype("float16").astype(x.dtype), "as if converted to float16 and back"),
        (np.floor, "rounded down to whole numbers"),
        (np.ceil, "rounded up to whole numbers"),
        (lambda x: x.round(2), "rounded to 2 decimals"),
        (np.abs, "without their signs"),
        (lambda x: x * (x > 0), "some of them are 0"),
        (lambda x: x / np.sqrt(x.shape[-1]), "multiplied by one number"),
        (lambda x: -x, "multiplied by one number"),
        (lambda x: x + 1, "with one number added"),
        (lambda x: x * (1 + 1e-5 * np.sin(x)), "but a little off"),
    ],
)
def test_of_changed_floats(change: Change, words: str) -> None:
    told = change_of([(right, change(right)) for right in FLOATS])
    assert told is not None
    assert words in told


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: x.real + 0j, "without their imaginary parts"),
        (lambda x: x.conj(), "with their imaginary parts negated"),
        (lambda x: x.astype("complex64").astype(x.dtype), "as if converted to complex64 and back"),
    ],
)
def test_of_changed_complex_numbers(change: Change, words: str) -> None:
    told = change_of([(right, change(right)) for right in COMPLEX])
    assert told is not None
    assert words in told


def test_only_the_sign_of_a_zero() -> None:
    right = np.array([1.0, -0.0, np.nan])
    assert change_of([(right, right + 0.0)]) == (
        "The numbers are right; only the sign of a zero or the bits of a NaN differ."
    )


@pytest.mark.parametrize("change", [np.sort, np.sin, lambda x: x[::-1], lambda x: x + (x > 0)])
def test_nothing_is_made_up(change: Change) -> None:
    assert change_of([(right, change(right)) for right in FLOATS]) is None


def test_what_is_so_of_one_case_alone_is_not_told() -> None:
    first, second = FLOATS
    assert change_of([(first, first + 1), (second, second * 2)]) is None
    assert change_of([]) is None


def test_numbers_that_were_not_rounded_are_not_called_so() -> None:
    for change in (1.0, 0.5):
        told = change_of([(right, right + change) for right in FLOATS])
        assert told is not None
        assert "rounded" not in told
