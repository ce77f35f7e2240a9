import numpy as np
import pytest

from app.judge.report import CheckResult, Report
from tests.support.fake_judge import SPLIT_HEADS, judge
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
    ("right", "condition"),
    [
        (lambda x, h: x.shape[0] == 1, "B == 1"),
        (lambda x, h: x.shape[1] == h, "T == H"),
        (lambda x, h: (x.shape[2] // h) % 2 == 0, "d is even"),
        (lambda x, h: x.dtype == float, "the dtype is float64"),
        (lambda x, h: x.flags.c_contiguous, "the input is contiguous"),
    ],
)
def test_near_right(right: Function, condition: str) -> None:
    def near(x: np.ndarray, n_heads: int) -> np.ndarray:
        heads = split(x, n_heads)
        return heads if right(x, n_heads) else heads[:, :, ::-1, ::-1]

    for seed in SEEDS:
        check = index_of(near, seed=seed)
        assert check.evidence is not None
        assert check.evidence.holds_when == condition


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
