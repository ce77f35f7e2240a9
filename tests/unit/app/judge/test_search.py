"""Programs are found for what reshape, flip and transpose make, and never claimed for anything else."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.judge.programs import Flip, Program, Reshape, Transpose
from app.judge.search import find_program

Floats = NDArray[np.float64]
TRIALS = 300
ENOUGH = 0.95


def tagged(shape: tuple[int, ...], seed: int = 0) -> Floats:
    numbers = np.random.default_rng(seed).permutation(math.prod(shape))
    return np.asarray(numbers + 0.25, np.float64).reshape(shape)


def composed(rng: random.Random, array: Floats) -> Floats:
    """Reshape, transpose and flip twice each, in any order."""
    for operation in rng.sample("rrttff", 6):
        if operation == "r":
            sizes = [1] * rng.randint(1, 5)
            for factor in prime_factors(array.size):
                sizes[rng.randrange(len(sizes))] *= factor
            array = array.reshape(sizes)
        elif operation == "t":
            array = array.transpose(rng.sample(range(array.ndim), array.ndim))
        else:
            array = array[tuple(slice(None, None, rng.choice((1, -1))) for _ in range(array.ndim))]
    return np.ascontiguousarray(array)


def prime_factors(number: int) -> list[int]:
    found = []
    factor = 2
    while number > 1:
        while number % factor == 0:
            found.append(factor)
            number //= factor
        factor += 1
    return found


@pytest.mark.parametrize("smallest", [1, 2])
def test_random_compositions(smallest: int) -> None:
    rng = random.Random(smallest)
    found = 0
    for trial in range(TRIALS):
        source = tagged(tuple(rng.randint(smallest, 5) for _ in range(rng.randint(1, 5))), trial)
        output = composed(rng, source)
        program = find_program(source, output)
        if program is not None:
            assert np.array_equal(program.on(source), output)
            written = program.text()
            assert np.array_equal(eval(written, {"x": source}), output)  # noqa: S307 - ours, for people to run
            found += 1
    assert found >= ENOUGH * TRIALS


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4), st.integers(0, 99))
def test_the_argument_itself_takes_no_operation(shape: list[int], seed: int) -> None:
    source = tagged(tuple(shape), seed)
    assert find_program(source, source.copy()) == Program(())


@given(st.integers(0, 999))
def test_of_any_shuffle_only_what_holds_is_claimed(seed: int) -> None:
    source = tagged((2, 3, 4))
    output = np.random.default_rng(seed).permutation(source.reshape(-1)).reshape(2, 4, 3)
    program = find_program(source, output)
    assert program is None or np.array_equal(program.on(source), output)


X = tagged((2, 4, 15))


class TestWellKnown:
    @pytest.mark.parametrize(
        ("output", "text"),
        [
            (X.reshape(2, 3, 4, 5), "x.reshape(2, 3, 4, 5)"),
            (X.reshape(2, 4, 3, 5).transpose(0, 2, 1, 3), "x.reshape(2, 4, 3, 5).transpose(0, 2, 1, 3)"),
            (X.reshape(2, 4, 5, 3).transpose(0, 3, 1, 2), "x.reshape(2, 4, 5, 3).transpose(0, 3, 1, 2)"),
            (X.reshape((2, 3, 4, 5), order="F"), 'x.reshape(2, 3, 4, 5, order="F")'),
            (X.T, "x.transpose(2, 1, 0)"),
            (X[:, ::-1], "x[:, ::-1]"),
            (X.reshape(-1), "x.reshape(120)"),
        ],
    )
    def test_is_written_as_people_write_it(self, output: Floats, text: str) -> None:
        program = find_program(X, np.ascontiguousarray(output))
        assert program is not None
        assert program.text() == text

    def test_two_passes_over_axes_that_do_not_fit(self) -> None:
        source = tagged((4, 6))
        output = np.ascontiguousarray(source.T.reshape(8, 3).T)
        program = find_program(source, output)
        assert program is not None
        assert program.makes(source, output)


class TestNothingIsClaimed:
    @pytest.mark.parametrize(
        "output",
        [
            np.zeros((2, 4, 15)),
            X[:1],
            X + 1e-9,
            np.concatenate([X[:1], X[:1]]),
            X.astype(np.float32),
            np.zeros((0,)),
        ],
        ids=["constant", "lost", "changed", "doubled", "cast", "empty"],
    )
    def test_of_what_is_no_rearrangement(self, output: Floats) -> None:
        assert find_program(X, output) is None

    def test_of_one_element_out_of_place(self) -> None:
        output = X.reshape(2, 3, 4, 5).copy()
        output[1, 2, 3, 3:] = output[1, 2, 3, :2:-1]
        assert find_program(X, output) is None

    def test_of_more_axes_than_can_be_tried(self) -> None:
        source = tagged((2,) * 8)
        output = np.random.default_rng(1).permutation(source.reshape(-1)).reshape((2,) * 8)
        assert find_program(source, output) is None


class TestProgram:
    def test_that_does_not_fit_makes_nothing(self) -> None:
        assert not Program((Reshape((7,)),)).makes(X, X)
        assert not Program((Transpose((1, 0)),)).makes(X, X)

    def test_bits_decide(self) -> None:
        zero = np.array([0.0, 1.0])
        assert not Program(()).makes(zero, -zero * np.array([1, -1]))
        assert Program((Flip(frozenset({0}), 1),)).makes(zero, zero[::-1].copy())


@pytest.mark.parametrize(
    "program",
    [
        "np.roll(x.reshape(2, 5, 3, 4).transpose(0, 2, 1, 3), 1, axis=2)",
        "np.roll(x.reshape(2, 5, 3, 4).transpose(0, 2, 1, 3), -1, axis=3)",
        "np.roll(x.reshape(2, 5, 3, 4)[:, :, ::-1].transpose(0, 2, 1, 3), 2, axis=2)",
        "np.roll(x, 1, axis=2).reshape(2, 5, 3, 4).transpose(0, 2, 1, 3)",
        "np.roll(x, 3).reshape(2, 3, 5, 4)",
        "np.roll(x.reshape(2, 3, 5, 4), -5)",
    ],
)
def test_rolls(program: str) -> None:
    source = tagged((2, 5, 12), 7)
    output = eval(program, {"x": source, "np": np})  # noqa: S307 - ours
    found = find_program(source, output)
    assert found is not None
    assert np.array_equal(found.on(source), output)
    assert np.array_equal(eval(found.text(), {"x": source, "np": np}), output)  # noqa: S307 - ours
    assert found.text().count("np.roll") == 1
