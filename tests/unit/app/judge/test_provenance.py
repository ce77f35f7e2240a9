"""Positions are read off values; digits and steps off positions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.judge.provenance import NOWHERE, Digit, Origins, digits_of, divisors_of, split_at_axes


class TestOrigins:
    @given(st.integers(1, 40), st.integers(0, 99), st.sampled_from(["int64", "float32", "complex128"]))
    def test_every_element_is_found(self, count: int, seed: int, dtype: str) -> None:
        order = np.random.default_rng(seed).permutation(count)
        source = np.arange(count).astype(dtype) + np.dtype(dtype).type(3)
        assert np.array_equal(Origins(source).of(source[order]), order)

    def test_what_is_nowhere_or_in_several_places_is_told_so(self) -> None:
        source = np.array([4.0, 7.0, 7.0, 5.0])
        asked = np.array([5.0, 7.0, 9.0, 4.0, 5.0])
        assert Origins(source).of(asked).tolist() == [3, NOWHERE, NOWHERE, 0, 3]

    def test_bits_decide(self) -> None:
        nan = np.array([0x7FF8_0000_0000_0001, 0x7FF8_0000_0000_0002], np.uint64).view(np.float64)
        source = np.concatenate([np.array([0.0, -0.0]), nan])
        assert Origins(source).of(source[::-1]).tolist() == [3, 2, 1, 0]

    def test_of_many_elements_in_pieces(self) -> None:
        source = np.random.default_rng(1).permutation(300_000).astype(float)
        places = np.array([0, 65_535, 65_536, 299_999])
        assert np.array_equal(Origins(source).of(source[places]), places)

    def test_of_nothing(self) -> None:
        assert Origins(np.zeros(0)).of(np.zeros(3)).tolist() == [NOWHERE] * 3


class TestDigits:
    @given(st.lists(st.tuples(st.integers(2, 4), st.integers(-9, 9)), min_size=1, max_size=4))
    def test_give_the_sequence_back_where_it_is_made_of_some(self, made: list[tuple[int, int]]) -> None:
        shape = [size for size, _ in made]
        index = np.indices(shape).reshape(len(shape), -1)
        sequence = np.tensordot(np.array([step for _, step in made]), index, axes=1)
        divisors = divisors_of(math.prod(shape))
        digits = digits_of(sequence[[0, *divisors[:-1]]], divisors)
        again = np.zeros(1, np.int64)
        for digit in digits:
            again = (again[:, None] + np.arange(digit.size) * digit.step).reshape(-1)
        assert math.prod(digit.size for digit in digits) == len(sequence)
        if len(made) == 1 or all(abs(step) > 9 for _, step in made):
            assert np.array_equal(again, sequence)

    def test_of_the_split_of_two_heads(self) -> None:
        # x (3, 8) split into (2, 3, 4): steps of 4 along the head, 8 along the token, 1 inside the head.
        sequence = np.arange(24).reshape(3, 2, 4).transpose(1, 0, 2).reshape(-1)
        divisors = divisors_of(24)
        assert digits_of(sequence[[0, *divisors[:-1]]], divisors) == (Digit(2, 4), Digit(3, 8), Digit(4, 1))

    @pytest.mark.parametrize(
        ("digits", "shape", "split"),
        [
            ((Digit(12, 1),), (3, 4), (Digit(3, 4), Digit(4, 1))),
            ((Digit(12, -2),), (2, 3, 2), (Digit(2, -12), Digit(3, -4), Digit(2, -2))),
            ((Digit(12, 1),), (12,), (Digit(12, 1),)),
            ((Digit(4, 3), Digit(3, 1)), (2, 6), (Digit(2, 6), Digit(2, 3), Digit(3, 1))),
            ((Digit(3, 4), Digit(4, 1)), (2, 6), (Digit(3, 4), Digit(4, 1))),
        ],
    )
    def test_are_split_where_axes_begin(
        self, digits: tuple[Digit, ...], shape: tuple[int, ...], split: tuple[Digit, ...]
    ) -> None:
        assert split_at_axes(digits, shape) == split


@given(st.integers(1, 5000))
def test_divisors(number: int) -> None:
    assert divisors_of(number) == [one for one in range(1, number + 1) if number % one == 0]
