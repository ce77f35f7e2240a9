import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.judge.axes import AxisError, complete, names_in, shape_of, size_of


class TestSizeOf:
    def test_product(self) -> None:
        assert size_of("H*d", {"H": 3, "d": 5}) == 15

    def test_quotient_from_left_to_right(self) -> None:
        assert size_of("D / H * 2", {"D": 12, "H": 3}) == 8

    @given(st.integers(1, 99), st.integers(1, 99))
    def test_a_product_divides_by_its_factors(self, left: int, right: int) -> None:
        assert size_of("a*b/a", {"a": left, "b": right}) == right

    def test_uneven_quotient(self) -> None:
        with pytest.raises(AxisError, match="10 is not divisible by 4"):
            size_of("D/H", {"D": 10, "H": 4})

    def test_division_by_zero(self) -> None:
        with pytest.raises(AxisError, match="not divisible by 0"):
            size_of("D/H", {"D": 10, "H": 0})

    def test_unknown_axis(self) -> None:
        with pytest.raises(AxisError, match=r"unknown axis 'Q' in 'Q\*d'; known are d"):
            size_of("Q*d", {"d": 2})

    @pytest.mark.parametrize("text", ["", "*", "H d", "H**d", "H+d", "__import__('os')", "H*", "-1", "H.d"])
    def test_malformed(self, text: str) -> None:
        with pytest.raises(AxisError, match="no product or quotient"):
            size_of(text, {"H": 1, "d": 1})

    @given(st.text(max_size=30))
    def test_any_text_works_out_or_is_refused(self, text: str) -> None:
        try:
            assert size_of(text, {"H": 2}) >= 0
        except AxisError as error:
            assert str(error)  # noqa: PT017 - most texts are refused, some are not


def test_names_in_order() -> None:
    assert names_in("H*d/2") == ("H", "d")


def test_shape_of() -> None:
    assert shape_of("B H T D/H", {"B": 1, "H": 2, "T": 3, "D": 8}) == (1, 2, 3, 4)


class TestComplete:
    def test_adds_derived(self) -> None:
        assert complete({"H": 2, "d": 4}, {"D": "H*d"}) == {"H": 2, "d": 4, "D": 8}

    def test_keeps_what_is_given(self) -> None:
        assert complete({"H": 4, "D": 10}, {"D": "H*d"}) == {"H": 4, "D": 10}
