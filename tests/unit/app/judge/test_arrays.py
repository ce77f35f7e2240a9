import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from app.judge.arrays import Layout, first_index, name_of, same, to_numpy, to_sandbox, wrong_elements
from sandbox.spec import DTYPES, Array


def as_the_child_builds_it(argument: Array) -> np.ndarray:
    dtype = np.dtype(argument.dtype)
    strides = None if argument.strides is None else [step * dtype.itemsize for step in argument.strides]
    offset = argument.offset * dtype.itemsize
    return np.ndarray(argument.shape, dtype, bytearray(argument.data), offset, strides)


@pytest.mark.parametrize("name", DTYPES)
def test_name_of_every_transported_dtype(name: str) -> None:
    assert name_of(np.dtype(name)) == np.dtype(name).name == name


class TestToSandbox:
    @pytest.mark.parametrize("layout", Layout)
    @given(
        array=st_numpy.arrays(
            st.sampled_from([np.float64, np.int64, np.bool_, np.complex128]),
            st_numpy.array_shapes(min_dims=3, max_dims=4, max_side=5),
        )
    )
    def test_every_layout_reads_the_same(self, layout: Layout, array: np.ndarray) -> None:
        assert same(as_the_child_builds_it(to_sandbox(array, layout)), array)

    @pytest.mark.parametrize(
        "layout", [layout for layout in Layout if layout not in (Layout.ROWS, Layout.OFFSET)]
    )
    def test_the_other_layouts_are_not_contiguous(self, layout: Layout) -> None:
        array = np.arange(60.0).reshape(3, 4, 5)
        assert not as_the_child_builds_it(to_sandbox(array, layout)).flags.c_contiguous

    def test_back_and_forth(self) -> None:
        array = np.arange(6, dtype=np.int16).reshape(2, 3)
        assert same(to_numpy(to_sandbox(array)), array)


class TestSame:
    def test_nan_equals_the_same_nan(self) -> None:
        assert same(np.array([np.nan]), np.array([np.nan]))

    def test_minus_zero_differs(self) -> None:
        assert not same(np.array([0.0]), np.array([-0.0]))

    def test_dtype_counts(self) -> None:
        assert not same(np.array([1], np.int32), np.array([1], np.int64))

    def test_shape_counts(self) -> None:
        assert not same(np.zeros((1, 2)), np.zeros((2, 1)))


def test_wrong_elements_marks_bits() -> None:
    expected = np.array([[0.0, np.nan], [1.0, 2.0]])
    actual = np.array([[-0.0, np.nan], [1.0, 3.0]])
    assert wrong_elements(expected, actual).tolist() == [[True, False], [False, True]]


class TestFirstIndex:
    def test_in_row_major_order(self) -> None:
        assert first_index(np.array([[False, False], [True, True]])) == (1, 0)

    def test_nothing_marked(self) -> None:
        assert first_index(np.zeros((2, 2), bool)) is None

    def test_empty(self) -> None:
        assert first_index(np.zeros((0, 2), bool)) is None
