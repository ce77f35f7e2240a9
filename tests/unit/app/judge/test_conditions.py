import numpy as np
import pytest

from app.judge.report import CheckResult, Report
from tests.support.fake_judge import SPLIT_HEADS, judge, right_functions
from tests.support.reports import split, with_split
from tests.support.scripts import Function, loaded

SEEDS = range(5)


def index_of(function: Function | None, *, seed: int, name: str = "") -> CheckResult:
    functions = with_split(function) if function else loaded(SPLIT_HEADS.files[f"submissions/{name}"])
    report: Report = judge(functions, seed=seed).interviewer
    return next(check for check in report.checks if check.id == "index")


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("plain_reshape", "T == 1 or H == 1"),
        ("strided_heads", "H == 1 or d == 1"),
        ("batch_mixed", "B == 1 or H == 1"),
        ("head_order_reversed", "H == 1"),
        ("within_head_reversed", "d == 1"),
        ("nan_cleaned", "no value is NaN, infinite, -0.0 or subnormal"),
    ],
)
def test_the_rule_of_a_known_bug_on_every_seed(name: str, condition: str) -> None:
    for seed in SEEDS:
        check = index_of(None, seed=seed, name=f"wrong_answer/{name}.py")
        assert check.evidence is not None
        assert check.evidence.holds_when == condition
        assert check.message.endswith(f"; it holds when {condition}")


@pytest.mark.parametrize(
    ("right", "holds", "fails"),
    [
        (lambda x, h: x.shape[0] == 1, "B == 1", "B > 1"),
        (lambda x, h: x.shape[1] == h, "T == H", "T != H"),
        (lambda x, h: (x.shape[2] // h) % 2 == 0, "d is even", "d is odd"),
        (lambda x, h: x.shape[1] == h or x.shape[0] == 1, "B == 1 or T == H", "B > 1 and T != H"),
        (lambda x, h: x.shape[1] < h, "T < H", "T >= H"),
        (lambda x, h: x.shape[1] <= h, "H >= T", "H < T"),
        (lambda x, h: x.shape[1] < 8, "T is small", "T is large"),
        (lambda x, h: x.shape[2] < 256, "D is small", "D is large"),
        (lambda x, h: x.dtype == float, "the dtype is float64", "the dtype is not float64"),
        (lambda x, h: x.dtype != np.float32, "the dtype is not float32", "the dtype is float32"),
        (lambda x, h: x.dtype != np.int64, "the dtype is not int64", "the dtype is int64"),
        (lambda x, h: x.dtype.kind == "f", "the dtype is a real float", "the dtype is not a real float"),
        (lambda x, h: x.flags.c_contiguous, "the input is contiguous", "the input is not contiguous"),
        (
            lambda x, h: x.flags.forc,
            "the input is in C or Fortran order",
            "the input is in neither C nor Fortran order",
        ),
        (lambda x, h: x.strides[0] > 0, "the input does not run backwards", "the input runs backwards"),
    ],
)
def test_near_right(right: Function, holds: str, fails: str) -> None:
    def near(x: np.ndarray, n_heads: int) -> np.ndarray:
        heads = split(x, n_heads)
        return heads if right(x, n_heads) else heads[:, :, ::-1, ::-1]

    for seed in SEEDS:
        check = index_of(near, seed=seed)
        assert check.evidence is not None
        assert (check.evidence.holds_when, check.evidence.fails_when) == (holds, fails)


@pytest.mark.parametrize(
    ("axis", "part", "holds", "fails"),
    [
        (0, slice(0, 1), "b == 0", "b > 0"),
        (0, slice(1, None), "b > 0", "b == 0"),
        (1, slice(0, -1), "h < H - 1", "h == H - 1"),
        (2, slice(-1, None), "t == T - 1", "t < T - 1"),
        (2, slice(0, None, 2), "t is even", "t is odd"),
        (3, slice(1, None, 2), "j is odd", "j is even"),
    ],
)
def test_right_in_a_part_of_every_output(axis: int, part: slice, holds: str, fails: str) -> None:
    def near(x: np.ndarray, n_heads: int) -> np.ndarray:
        heads = split(x, n_heads)
        plain = np.roll(heads, 1 + heads.size // 3).copy()
        chosen = tuple(part if place == axis else slice(None) for place in range(4))
        plain[chosen] = heads[chosen]
        return plain

    for seed in SEEDS:
        check = index_of(near, seed=seed)
        assert check.evidence is not None
        assert (check.evidence.holds_when, check.evidence.fails_when) == (holds, fails)
        assert check.message.endswith(f"; it holds when {holds}")


def test_a_merge_is_right_in_a_factor_of_its_last_axis() -> None:
    right = right_functions()["merge_heads"]

    def near(x: np.ndarray) -> np.ndarray:
        heads = x.copy()
        heads[:, 1:] = heads[:, 1:, :, ::-1]
        merged: np.ndarray = right(heads)  # type: ignore[assignment]
        return merged

    report = judge(right_functions() | {"merge_heads": near}).interviewer
    check = next(check for check in report.checks if check.id == "merge_index")
    assert check.evidence is not None
    assert (check.evidence.holds_when, check.evidence.fails_when) == ("h == 0", "h > 0")


@pytest.mark.parametrize("shift", [2, 3])
def test_a_coincidence_on_head_counts_is_no_rule(shift: int) -> None:
    def rolled(x: np.ndarray, n_heads: int) -> np.ndarray:
        return np.roll(split(x, n_heads), shift, axis=1)

    for seed in range(40):
        check = index_of(rolled, seed=seed)
        assert check.evidence is not None
        assert check.evidence.holds_when is None


def test_no_rule_is_made_up() -> None:
    calls = 0

    def erratic(x: np.ndarray, n_heads: int) -> np.ndarray:
        nonlocal calls
        calls += 1
        heads = split(x, n_heads)
        return heads if calls % 3 else heads[:, :, ::-1, ::-1]

    check = index_of(erratic, seed=1)
    assert check.evidence is not None
    assert check.evidence.holds_when is None
