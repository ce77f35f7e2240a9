"""The frame format: what is packed is read back, and no bytes whatever break the reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import spec, wire
from sandbox.wire import BadFrame, Frame, FrameReader

KINDS = sorted({*wire.MAX_PAYLOAD, *wire.WITH_ELEMENTS})


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    kind = draw(st.sampled_from(KINDS))
    nonce, call, aux = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 9)), draw(st.integers(0, 9))
    if kind in wire.WITH_ELEMENTS:
        dtype = draw(st.integers(0, len(wire.DTYPE_NAMES) - 1))
        dims = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
        payload = bytes(wire.elements_bytes(dtype, dims))
        return Frame(kind, nonce, call, aux, dtype, dims, payload, len(payload))
    payload = draw(st.binary(max_size=min(50, wire.MAX_PAYLOAD[kind])))
    return Frame(kind, nonce, call, aux, 0, (), payload, len(payload))


def admit_all(head: Frame) -> None:
    assert head.payload == b""


class TestAgreement:
    def test_with_the_contract(self) -> None:
        assert dict(zip(wire.DTYPE_NAMES, wire.ITEM_BYTES, strict=True)) == spec.DTYPES
        assert wire.MAX_DIMS == spec.MAX_DIMS
        assert wire.HEADER.size == 64


class TestRoundTrip:
    @given(st.lists(frames(), max_size=4), st.integers(1, 200))
    def test_in_pieces_of_any_size(self, sent: list[Frame], piece: int) -> None:
        data = b"".join(wire.pack(frame) for frame in sent)
        reader = FrameReader(admit_all)
        got = [frame for at in range(0, len(data), piece) for frame in reader.feed(data[at : at + piece])]
        assert got == sent


class TestHostileBytes:
    @given(st.binary(max_size=400))
    def test_never_break_the_reader(self, data: bytes) -> None:
        reader = FrameReader(admit_all)
        try:
            got = list(reader.feed(data))
        except BadFrame:
            return
        assert len(data) < 64 or got

    @given(frames(), st.integers(0, 63), st.integers(0, 255))
    def test_one_changed_byte_of_a_header(self, frame: Frame, at: int, byte: int) -> None:
        data = bytearray(wire.pack(frame))
        data[at] = byte
        try:
            head = wire.unpack_header(bytes(data[:64]))
        except BadFrame:
            return
        bound = wire.MAX_PAYLOAD.get(head.kind)
        assert bound is None or head.payload_bytes <= bound

    @pytest.mark.parametrize(
        "frame",
        [
            Frame(99),
            Frame(wire.ARRAY, dtype=14),
            Frame(wire.ARRAY, dtype=11, dims=(2,), payload_bytes=8),
            Frame(wire.ARRAY, dtype=11, dims=(2**32 - 1,) * 8, payload_bytes=2**64 - 1),
            Frame(wire.FLOAT, dims=(1,)),
            Frame(wire.FLOAT, dtype=3),
            Frame(wire.STR, payload_bytes=4097),
            Frame(wire.NONE, payload_bytes=1),
        ],
    )
    def test_contradictions_are_refused(self, frame: Frame) -> None:
        with pytest.raises(BadFrame):
            wire.unpack_header(wire.pack(frame)[:64])

    @pytest.mark.parametrize(("at", "byte"), [(0, 0), (4, 9), (7, 9), (7, 255), (24, 1)])
    def test_header_fields_out_of_place(self, at: int, byte: int) -> None:
        data = bytearray(wire.pack(Frame(wire.NONE)))
        data[at] = byte
        with pytest.raises(BadFrame):
            wire.unpack_header(bytes(data))

    def test_a_refused_header_takes_no_payload(self) -> None:
        def refuse(head: Frame) -> None:
            raise wire.TooLarge("no")

        frame = Frame(wire.ARRAY, dtype=11, dims=(1 << 20,), payload_bytes=8 << 20)
        with pytest.raises(wire.TooLarge):
            list(FrameReader(refuse).feed(wire.pack(frame)))
