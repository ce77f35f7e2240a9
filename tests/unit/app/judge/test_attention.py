import numpy as np
import pytest

from app.judge.arrays import AnyArray
from app.judge.attention import attend, attend_by_columns
from app.judge.checks.tolerance import TOLERANCE, far_off, widest_gap
from app.judge.plan import Purpose, draw_plan
from app.judge.submission import Submission
from tests.support.fake_judge import SPLIT_HEADS


def test_one_token_attends_to_itself() -> None:
    q, k, v = np.random.default_rng(0).normal(size=(3, 2, 3, 1, 4))
    assert far_off(v, attend(q, k, v)) is None


def test_the_scale_is_the_root_of_the_head_size() -> None:
    q = np.zeros((1, 1, 1, 4)) + 1.0
    k = np.stack([np.zeros(4), np.full(4, 0.5)])[None, None]
    v = np.array([0.0, 1.0])[None, None, :, None]
    weight = np.exp(2.0 / 2.0) / (1 + np.exp(2.0 / 2.0))
    assert far_off(np.array([[[[weight]]]]), attend(q, k, v)) is None


def test_by_columns_equals_split_attend_merge() -> None:
    batch, tokens, heads, size = 2, 5, 3, 4
    inputs = np.random.default_rng(1).normal(size=(3, batch, tokens, heads * size))
    split = inputs.reshape(3, batch, tokens, heads, size).transpose(0, 1, 3, 2, 4)
    merged = attend(*split).transpose(0, 2, 1, 3).reshape(batch, tokens, heads * size)
    q, k, v = inputs
    assert far_off(merged, attend_by_columns(q, k, v, heads=heads)) is None


def test_hostile_numbers_raise_no_warning() -> None:
    hostile = np.full((1, 1, 2, 2), np.inf)
    assert np.isnan(attend(hostile, hostile, hostile)).all()


def wrong_programs(
    inputs: tuple[AnyArray, ...], heads: int
) -> dict[str, tuple[AnyArray, AnyArray, AnyArray, float]]:
    """Give four programs that pass where softmax is saturated: inputs, and the order of the result."""
    q, k, v = (np.asarray(array, float) for array in inputs)
    features = q.shape[-1]
    size = features // heads
    return {
        "no division": (q * np.sqrt(size), k, v, 1),
        "the root of all features": (q * np.sqrt(size / features), k, v, 1),
        "queries reversed": (q[:, ::-1], k, v, 1),
        "rows reversed": (q, k, v, -1),
    }


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("case", ["attention", "hidden-attention", "checkpoint"])
def test_inputs_are_moderate_enough_to_tell_wrong_programs(case: str, seed: int) -> None:
    plan = draw_plan(SPLIT_HEADS, Submission(b"", seed))
    calls = [call for call in plan.forward if call.case.id == case]
    inputs = tuple(call.array for call in calls)
    (heads,) = calls[0].numbers
    expected = plan.expected[case, "merge_heads", Purpose.ATTENDED]
    for name, (q, k, v, step) in wrong_programs(inputs, heads).items():
        result = attend_by_columns(q, k, v, heads=heads)[:, ::step]
        assert widest_gap(expected, result) > 1e6 * TOLERANCE, name
