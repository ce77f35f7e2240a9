import numpy as np

from app.judge.arrays import same
from app.judge.projection import project_by_columns


def test_by_columns_equals_the_split_product() -> None:
    batch, tokens, heads, size = 2, 5, 3, 4
    whole = np.random.default_rng(0).integers(-9, 9, (batch, tokens, heads * size))
    weights = np.random.default_rng(1).integers(-9, 9, (heads * size, heads * size))
    split = (whole @ weights).reshape(batch, tokens, heads, size).transpose(0, 2, 1, 3)
    assert same(project_by_columns(whole, weights, heads=heads), split)
