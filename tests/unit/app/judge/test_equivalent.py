"""A program is told in axis names, and only if it makes every result."""

import itertools
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from app.judge.arrays import AnyArray
from app.judge.equivalent import Sample, find_equivalent
from app.judge.naming import whole_of

WHOLE = whole_of("B T D", {"B": None, "T": None, "D": "H*d", "H": None, "d": None})
Work = Callable[..., AnyArray]
SIZES = ((1, 3, 2, 4), (2, 4, 3, 5), (3, 6, 4, 7), (2, 5, 1, 3))


def samples(
    work: Work, dtypes: tuple[str, ...] = ("float64",), sizes: Sequence[tuple[int, ...]] = SIZES
) -> list[Sample]:
    made = []
    for seed, (B, T, H, d) in enumerate(sizes):
        for dtype in dtypes:
            x = np.random.default_rng(seed).permutation(B * T * H * d).astype(dtype).reshape(B, T, H * d)
            y = np.ascontiguousarray(work(x, B, T, H, d))
            made.append(Sample(x, y, {"B": B, "T": T, "D": H * d, "H": H, "d": d}))
    return made


@pytest.mark.parametrize(
    ("work", "text"),
    [
        (lambda x, B, T, H, d: x.reshape(B, H, T, d), "x.reshape(B, H, T, d)"),
        (
            lambda x, B, T, H, d: x.reshape(B, T, H, d).transpose(0, 2, 1, 3),
            "x.reshape(B, T, H, d).transpose(0, 2, 1, 3)",
        ),
        (
            lambda x, B, T, H, d: x.reshape(B, T, d, H).transpose(0, 3, 1, 2),
            "x.reshape(B, T, d, H).transpose(0, 3, 1, 2)",
        ),
        (
            lambda x, B, T, H, d: x.reshape((B, H, T, d), order="F"),
            'x.reshape(B, H, T, d, order="F")',
        ),
        (lambda x, B, T, H, d: x[:, ::-1], "x[:, ::-1]"),
        (lambda x, B, T, H, d: x.reshape(B * T, H * d), "x.reshape(B*T, D)"),
        (lambda x, B, T, H, d: x, "x"),
        (
            lambda x, B, T, H, d: x.reshape(B, H, T, d).astype("float32"),
            "x.reshape(B, H, T, d).astype(np.float32)",
        ),
    ],
)  # fmt: skip
def test_is_written_in_axes(work: Work, text: str) -> None:
    found = find_equivalent(samples(work), WHOLE)
    assert found is not None
    assert found.text() == text


def right_for_one_batch(x: AnyArray, B: int, T: int, H: int, d: int) -> AnyArray:
    return x.reshape(B, T, H, d).transpose(0, 2, 1, 3) if B == 1 else x.reshape(B, H, T, d)


@pytest.mark.parametrize(
    "work",
    [
        right_for_one_batch,
        lambda x, B, T, H, d: x.reshape(B, T, H, d).transpose(0, 2, 1, 3) + (B == 3),
        lambda x, B, T, H, d: np.zeros((B, H, T, d)),
        lambda x, B, T, H, d: x.reshape(B, H, T, d)[:, :, : T - 1],
    ],
    ids=["one batch", "one case changed", "constant", "cut"],
)
def test_what_is_not_so_on_every_case_is_not_told(work: Work) -> None:
    assert find_equivalent(samples(work), WHOLE) is None


def test_dtypes_that_change_now_to_this_and_now_to_that_are_left_out() -> None:
    found = find_equivalent(
        samples(
            lambda x, B, T, H, d: x.reshape(B, H, T, d).astype(np.result_type(x, "float64")),
            ("float32", "complex64"),
        ),
        WHOLE,
    )
    assert found is not None
    assert found.text() == "x.reshape(B, H, T, d)"


def test_of_no_samples() -> None:
    assert find_equivalent([], WHOLE) is None


SHOWN = ((1, 3, 2, 4), (2, 4, 3, 5))
"""Sizes that divide each other: 2*3 is 6, and 4 is 2*2."""
FRESH = ((3, 5, 2, 7), (2, 3, 4, 5), (4, 2, 3, 3), (1, 1, 5, 2))


def one_liner(parts: tuple[str, ...], order: tuple[int, ...]) -> Work:
    def work(x: AnyArray, B: int, T: int, H: int, d: int) -> AnyArray:
        sizes = {"B": B, "T": T, "H": H, "d": d}
        return x.reshape([sizes[part] for part in parts]).transpose(order).reshape(B, H, T, d)

    return work


@pytest.mark.parametrize("parts", list(itertools.permutations("BTHd")), ids="".join)
def test_what_two_cases_bear_out_holds_for_other_sizes(parts: tuple[str, ...]) -> None:
    for order in itertools.permutations(range(4)):
        work = one_liner(parts, order)
        found = find_equivalent(samples(work, sizes=SHOWN), WHOLE)
        assert found is not None, order
        assert all(found.makes(sample) for sample in samples(work, sizes=FRESH)), found.text()
