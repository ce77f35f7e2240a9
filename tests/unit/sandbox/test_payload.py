"""Payloads with counted fields: round trips, caps, and refusal of anything else."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import payload
from sandbox.payload import RawFailure
from sandbox.wire import BadFrame

lines = st.integers(0, 2**32 - 1)
names = st.binary(max_size=payload.MAX_TYPE_NAME)
failures = st.builds(
    RawFailure,
    names,
    st.binary(max_size=100),
    lines,
    st.lists(st.tuples(lines, names), max_size=3).map(tuple),
)
shapes = st.lists(st.integers(0, 2**64 - 1), max_size=payload.MAX_OPAQUE_DIMS)


class TestRoundTrips:
    @given(failures)
    def test_failure(self, failure: RawFailure) -> None:
        assert payload.unpack_failure(payload.pack_failure(failure)) == failure

    @given(names, shapes)
    def test_opaque_array(self, dtype: bytes, shape: list[int]) -> None:
        packed = payload.pack_opaque_array(dtype, shape)
        assert payload.unpack_opaque_array(packed) == (dtype, tuple(shape))

    @given(st.lists(st.tuples(lines, lines), max_size=5))
    def test_pairs(self, pairs: list[tuple[int, int]]) -> None:
        assert payload.unpack_pairs(payload.pack_pairs(pairs)) == tuple(pairs)


class TestCaps:
    def test_long_parts_are_cut(self) -> None:
        long = RawFailure(b"t" * 999, b"m" * 9999, 1, tuple((n, b"f" * 999) for n in range(99)))
        back = payload.unpack_failure(payload.pack_failure(long))
        assert (len(back.type_name), len(back.message), len(back.frames)) == (200, 2048, 20)
        assert {len(name) for _, name in back.frames} == {200}


class TestHostileBytes:
    @given(st.binary(max_size=300))
    @pytest.mark.parametrize(
        "unpack", [payload.unpack_failure, payload.unpack_opaque_array, payload.unpack_pairs]
    )
    def test_are_read_or_refused(self, unpack: Callable[[bytes], object], data: bytes) -> None:
        try:
            value = unpack(data)
        except BadFrame:
            return
        assert isinstance(value, tuple)

    @pytest.mark.parametrize(
        ("unpack", "data"),
        [
            (payload.unpack_failure, b""),
            (payload.unpack_failure, b"\xff\xff"),
            (payload.unpack_failure, bytes(8) + b"\xff\xff"),
            (payload.unpack_failure, bytes(10) + b"x"),
            (payload.unpack_opaque_array, b"\xff\x00"),
            (payload.unpack_opaque_array, b"\x01\x00"),
            (payload.unpack_pairs, b"1234567"),
        ],
    )
    def test_each_contradiction_is_refused(self, unpack: Callable[[bytes], object], data: bytes) -> None:
        with pytest.raises(BadFrame):
            unpack(data)
