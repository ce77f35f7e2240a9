import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.judge.numbers import plain


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (np.float64("nan"), "nan"),
        (np.float64("-inf"), "-inf"),
        (np.float64(-0.0), "-0.0"),
        (np.complex128(1 + 2j), "(1+2j)"),
        (np.bool_(1), True),
        (np.int64(7), 7),
        (np.float32(0.5), 0.5),
    ],
)
def test_plain(value: np.generic, written: object) -> None:
    assert plain(value) == written


@given(st.floats())
def test_every_float_is_strict_json(value: float) -> None:
    written = plain(np.float64(value))
    assert json.loads(json.dumps(written, allow_nan=False)) == written
    if math.isfinite(value):
        assert float(written) == value
