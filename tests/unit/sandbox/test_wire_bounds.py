import pytest

from sandbox import wire
from sandbox.wire import BadFrame, Frame


@pytest.mark.parametrize("dims", [(0, 2**32 - 1, 2**32 - 1), (2**32 - 1, 0, 2**31, 2)])
def test_an_empty_array_of_an_impossible_shape_is_refused(dims: tuple[int, ...]) -> None:
    head = wire.pack(Frame(wire.ARRAY, dtype=wire.DTYPE_NAMES.index("float64"), dims=dims))
    with pytest.raises(BadFrame, match="a shape that no array can have"):
        wire.unpack_header(head)


def test_an_empty_array_of_a_possible_shape_is_fine() -> None:
    head = wire.pack(Frame(wire.ARRAY, dtype=wire.DTYPE_NAMES.index("float64"), dims=(0, 2**31)))
    assert wire.unpack_header(head).dims == (0, 2**31)
