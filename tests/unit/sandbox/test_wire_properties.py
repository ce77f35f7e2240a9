"""The readers of a child's channels: whatever bytes come, however they are cut, they keep their promises."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bench import wire_promises
from app.bench.wire_promises import CALLS, NONCE, SPEC
from sandbox import wire
from sandbox.payload import RawFailure, pack_failure, pack_opaque_array, pack_pairs
from sandbox.spec import Array, NotMade, Returned, Value
from sandbox.transcript import Transcript
from sandbox.wire import BadFrame, Frame, FrameReader, TooLarge

KINDS = sorted({*wire.MAX_PAYLOAD, *wire.WITH_ELEMENTS})
PAYLOADS = st.one_of(
    st.binary(max_size=40),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4).map(pack_pairs),
    st.builds(pack_opaque_array, st.binary(max_size=8), st.lists(st.integers(0, 2**64 - 1), max_size=3)),
    st.builds(RawFailure, st.binary(max_size=8), st.binary(max_size=8), st.integers(0, 9), st.just(())).map(
        pack_failure
    ),
)


@st.composite
def likely_frames(draw: st.DrawFn) -> bytes:
    """Make a frame that often fits where it comes: right nonce, low numbers, a payload of some kind."""
    kind = draw(st.sampled_from(KINDS))
    nonce = draw(st.sampled_from([NONCE, NONCE, NONCE, 0]))
    call, aux = draw(st.integers(0, 3)), draw(st.integers(0, 17))
    if kind in wire.WITH_ELEMENTS:
        dtype, dims = draw(st.integers(0, 13)), tuple(draw(st.lists(st.integers(0, 4), max_size=2)))
        data = bytes(wire.elements_bytes(dtype, dims))
        return wire.pack(Frame(kind, nonce, call, aux, dtype, dims, data))
    data = draw(PAYLOADS)[: wire.MAX_PAYLOAD[kind]]
    return wire.pack(Frame(kind, nonce, call, aux, payload=data))


streams = st.one_of(
    st.binary(max_size=300),
    st.lists(likely_frames(), max_size=8).map(b"".join),
    st.tuples(st.lists(likely_frames(), max_size=4).map(b"".join), st.binary(max_size=80)).map(b"".join),
)
begun = wire.pack(Frame(wire.DEFINED, NONCE))
"""What brings a transcript to where answers may come."""


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Change a few bytes of an honest stream."""
    stream = bytearray(draw(st.sampled_from(wire_promises.seeds())))
    for _ in range(draw(st.integers(0, 4))):
        stream[draw(st.integers(0, len(stream) - 1))] = draw(st.integers(0, 255))
    return bytes(stream)


class TestPromises:
    @given(st.integers(0, 255), streams, st.booleans())
    def test_hold_for_any_bytes(self, cut: int, stream: bytes, after_load: bool) -> None:
        wire_promises.check(bytes([cut]) + (begun if after_load else b"") + stream)

    @given(mutated())
    def test_hold_for_changed_honest_streams(self, data: bytes) -> None:
        wire_promises.check(data)

    @pytest.mark.parametrize("seed", wire_promises.seeds())
    def test_hold_for_honest_streams(self, seed: bytes) -> None:
        wire_promises.check(seed)


class TestHeldBytes:
    @given(streams, st.integers(1, 100))
    def test_the_reader_holds_one_admitted_payload_and_one_piece_at_most(
        self, stream: bytes, size: int
    ) -> None:
        most = [0]

        def admit(head: Frame) -> None:
            if head.payload_bytes > 100:
                raise TooLarge("no")
            most[0] = head.payload_bytes

        reader = FrameReader(admit)
        try:
            for at in range(0, len(stream), size):
                list(reader.feed(stream[at : at + size]))
                assert len(reader._buffer) <= max(wire.HEADER.size, most[0]) + size
        except (BadFrame, TooLarge):
            pass

    @given(streams)
    def test_nothing_is_held_once_it_is_over(self, stream: bytes) -> None:
        said = Transcript(SPEC, NONCE)
        said.feed(wire.pack(Frame(wire.READY)))
        said.handed_over = True
        said.feed(begun + stream)
        if said.over:
            held = len(said._reader._buffer)
            said.feed(bytes(10_000))
            assert len(said._reader._buffer) == held


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**63),
        st.floats(allow_nan=False),
        st.text(st.characters(codec="utf-8"), max_size=20),
        st.binary(max_size=16).map(lambda data: Array("int8", (len(data),), data)),
    ),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)


def frames_of(value: Value) -> list[Frame]:
    """Write a value as an honest child does."""
    match value:
        case None:
            return [Frame(wire.NONE)]
        case bool():
            return [Frame(wire.BOOL, payload=bytes([value]))]
        case int():
            size = value.bit_length() // 8 + 1
            return [Frame(wire.INT, payload=value.to_bytes(size, "little", signed=True))]
        case float():
            return [Frame(wire.FLOAT, payload=struct.pack("<d", value))]
        case str():
            return [Frame(wire.STR, payload=value.encode())]
        case tuple():
            return [
                Frame(wire.TUPLE, aux=len(value)),
                *(frame for item in value for frame in frames_of(item)),
            ]
        case Array():
            return [Frame(wire.ARRAY, dtype=1, dims=value.shape, payload=value.data)]
    raise AssertionError(value)


def depth_of(value: Value) -> int:
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, tuple) else 0


class TestHonestAnswers:
    @given(VALUES.filter(lambda value: depth_of(value) <= wire.MAX_TUPLE_DEPTH), st.integers(1, 200))
    def test_come_back_as_they_were(self, value: Value, size: int) -> None:
        stream = begun + b"".join(
            wire.pack(frame._replace(nonce=NONCE, call=0)) for frame in frames_of(value)
        )
        said = Transcript(SPEC, NONCE)
        said.feed(wire.pack(Frame(wire.READY)))
        said.handed_over = True
        for at in range(0, len(stream), size):
            said.feed(stream[at : at + size])
        assert (said.bad_frame, said.too_large) == (None, None)
        assert said.outcomes == (Returned(value), *[NotMade()] * (len(CALLS) - 1))
