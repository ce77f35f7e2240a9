import numpy as np
import pytest

from app.judge.agreement import agrees

X = np.array([[0.25, 3.0], [2.0, 1.5]])


@pytest.mark.parametrize("dtype", ["float32", "float16", "complex64", "float64"])
def test_survives_a_cast(dtype: str) -> None:
    assert agrees(X.astype(dtype), X)


def test_survives_the_loss_of_an_imaginary_part() -> None:
    claimed = X + 2j
    assert agrees(X.astype(np.float32), claimed)


def test_sees_another_order() -> None:
    assert not agrees(X.T.astype(np.float32), X)


def test_sees_another_shape() -> None:
    assert not agrees(X.reshape(4), X)


def test_is_bit_exact_within_one_dtype() -> None:
    assert not agrees(np.array([-0.0]), np.array([0.0]))
