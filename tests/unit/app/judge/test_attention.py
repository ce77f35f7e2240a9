import numpy as np

from app.judge.attention import attend, attend_by_columns
from app.judge.checks.tolerance import far_off


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
