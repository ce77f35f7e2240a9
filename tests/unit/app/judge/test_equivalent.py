"""A program is told in axis names, and only if it makes every result."""

from collections.abc import Callable

import numpy as np
import pytest

from app.judge.arrays import AnyArray
from app.judge.equivalent import Sample, find_equivalent

Work = Callable[..., AnyArray]
SIZES = ((1, 3, 2, 4), (2, 4, 3, 5), (3, 6, 4, 7), (2, 5, 1, 3))


def samples(work: Work, dtypes: tuple[str, ...] = ("float64",)) -> list[Sample]:
    made = []
    for seed, (B, T, H, d) in enumerate(SIZES):
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
    found = find_equivalent(samples(work))
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
    assert find_equivalent(samples(work)) is None


def test_dtypes_that_change_now_to_this_and_now_to_that_are_left_out() -> None:
    found = find_equivalent(
        samples(
            lambda x, B, T, H, d: x.reshape(B, H, T, d).astype(np.result_type(x, "float64")),
            ("float32", "complex64"),
        )
    )
    assert found is not None
    assert found.text() == "x.reshape(B, H, T, d)"


def test_of_no_samples() -> None:
    assert find_equivalent([]) is None
