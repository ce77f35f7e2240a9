"""The figures that the split heads kata is built on."""

import re

import numpy as np
import pytest

from app.judge.checks.registry import RULES
from app.judge.rules import RuleName
from tests.support.fake_judge import SPLIT_HEADS, right_functions


def test_the_known_figures_at_seed_42() -> None:
    functions = right_functions()
    rng = np.random.RandomState(42)
    batch, tokens, features, heads = 1, 6, 64, 4
    size = features // heads
    x = rng.randn(batch, tokens, features) * 0.1
    weights = rng.randn(features, features) * 0.1
    queries = x @ weights
    split = functions["split_heads"](queries, heads)
    assert isinstance(split, np.ndarray)
    assert split.shape == (1, 4, 6, 16)
    for head in range(heads):
        np.testing.assert_allclose(split[:, head], x @ weights[:, head * size : (head + 1) * size])
    merged = functions["merge_heads"](split)
    assert isinstance(merged, np.ndarray)
    assert np.abs(merged - queries).max() == 0.0
    assert tokens * features == heads * tokens * size == 384
    assert heads * features * size == features * features


@pytest.mark.parametrize("heads", [4, 8])
def test_64_features_divide(heads: int) -> None:
    shape = right_functions()["split_heads"](np.zeros((1, 6, 64)), heads)
    assert isinstance(shape, np.ndarray)
    assert shape.shape == (1, heads, 6, 64 // heads)


def test_64_features_do_not_divide_into_5() -> None:
    with pytest.raises(ValueError, match="64 features do not divide into 5 heads"):
        right_functions()["split_heads"](np.zeros((1, 6, 64)), 5)


@pytest.mark.parametrize(("tokens", "features", "heads"), [(4, 10, 4), (6, 7, 2)])
def test_some_uneven_sizes_slip_through_a_reshape(tokens: int, features: int, heads: int) -> None:
    lucky = np.zeros((1, tokens, features)).reshape(1, -1, heads, features // heads)
    assert lucky.shape[1] != tokens


def test_the_starter_is_the_bug_of_the_statement() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", SPLIT_HEADS.statement, re.DOTALL)
    body = snippet.strip().splitlines()[-1].strip()
    assert body in SPLIT_HEADS.starter


def test_the_statement_names_the_tolerance_and_the_limits() -> None:
    assert "difference of 1e-9" in SPLIT_HEADS.statement
    limits = SPLIT_HEADS.limits
    words = f"{limits.wall_s:g} s, {limits.memory_bytes >> 20} MiB, {limits.stdout_bytes >> 10} KiB"
    assert words in SPLIT_HEADS.statement


def test_every_rule_name_has_a_rule() -> None:
    assert set(RULES) == set(RuleName)
