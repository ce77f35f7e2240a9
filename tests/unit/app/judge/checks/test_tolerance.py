import numpy as np
import pytest

from app.judge.checks.tolerance import TOLERANCE, far_off, widest_gap

ONE = np.ones((2, 3))


class TestFarOff:
    def test_within_the_tolerance(self) -> None:
        assert far_off(ONE, ONE + TOLERANCE) is None

    @pytest.mark.parametrize("wrong", [1 + 3 * TOLERANCE, np.nan, np.inf, -1.0])
    def test_the_first_index_beyond_it(self, wrong: float) -> None:
        actual = ONE.copy()
        actual[1, 1:] = wrong
        assert far_off(ONE, actual) == (1, 1)

    def test_an_imaginary_part_counts(self) -> None:
        assert far_off(ONE, ONE + 1j) == (0, 0)

    def test_nothing_came_back(self) -> None:
        assert far_off(ONE, None) is None

    def test_the_statement_names_this_tolerance(self) -> None:
        assert f"{TOLERANCE:.0e}" == "1e-09"


def test_widest_gap() -> None:
    assert widest_gap(ONE, ONE * [1, 2, -3]) == 4
