"""What the parent writes, the child reads."""

import os
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.child import request as child
from sandbox.child.request import Lock
from sandbox.request import check_array, encode
from sandbox.spec import DTYPES, Argument, Array, Call, RunSpec

NONCE = 2**64 - 1
LOCK = Lock(address_space_bytes=1 << 40, cpu_s=3, filter_program=b"filter")

plain = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=[]))
)


@st.composite
def arrays(draw: st.DrawFn) -> Array:
    dtype = draw(st.sampled_from(sorted(DTYPES)))
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=4)))
    count = 1
    for size in shape:
        count *= size
    return Array(dtype, shape, bytes(count * DTYPES[dtype]))


def read(spec: RunSpec, lock: Lock | None = LOCK) -> child.Request:
    body = encode(spec, NONCE, lock)
    (size,) = struct.unpack_from("<Q", body)
    assert size == len(body) - 8
    return child.decode(body[8:])


class TestRoundTrip:
    @given(st.binary(max_size=99), st.lists(plain | arrays(), max_size=4))
    def test_of_everything(self, source: bytes, args: list[Argument]) -> None:
        spec = RunSpec(source, (Call("split", tuple(args), 5), Call("größe", ())))
        back = read(spec)
        assert (back.nonce, back.lock, back.source) == (NONCE, LOCK, source)
        assert [call[:2] for call in back.calls] == [("split", 5), ("größe", 1 << 20)]
        for sent, got in zip(args, back.calls[0][2], strict=True):
            if isinstance(sent, Array):
                assert got[0] == child.ARRAY
                *laid_out, start, size = got[1:]
                assert laid_out == [sent.dtype, sent.shape, None, 0]
                assert back.elements[start : start + size] == sent.data
            else:
                assert (got, type(got[1])) == ((child.PLAIN, sent), type(sent))

    def test_a_child_that_is_locked_gets_no_lock(self) -> None:
        assert read(RunSpec(b"", ()), None).lock is None

    def test_strides_and_offset_are_bytes_in_the_child(self) -> None:
        array = Array("int32", (2, 2), bytes(32), strides=(-2, 1), offset=4)
        (got,) = read(RunSpec(b"", (Call("f", (array,)),))).calls[0][2]
        assert got == (child.ARRAY, "int32", (2, 2), (-8, 4), 16, 0, 32)


class TestReading:
    def test_a_request_in_pieces(self) -> None:
        reader, writer = os.pipe()
        os.write(writer, struct.pack("<Q", 3) + b"abc")
        assert child.read_all(reader) == b"abc"
        os.write(writer, struct.pack("<Q", 3) + b"ab")
        os.close(writer)
        with pytest.raises(EOFError):
            child.read_all(reader)
        os.close(reader)


class TestChecking:
    @given(arrays())
    def test_whole_arrays_pass(self, array: Array) -> None:
        check_array(array)

    @pytest.mark.parametrize(
        ("array", "reason"),
        [
            (Array("object", (), b""), "dtype"),
            (Array("int8", (1,) * 9, b"x"), "shape"),
            (Array("int16", (1,), b"abc"), "whole number"),
            (Array("int8", (2,), b"a"), "element 0 to 1 of 1"),
            (Array("int8", (2,), b"ab", (1, 1)), "2 strides for 1 axes"),
            (Array("int8", (2,), b"ab", (-1,)), "element -1 to 0 of 2"),
            (Array("int8", (2,), b"ab", (1,), 1), "element 1 to 2 of 2"),
        ],
    )
    def test_contradictions_are_told(self, array: Array, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            check_array(array)
