"""The parent's record: only frames in their one order are believed, and nothing breaks it."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import wire
from sandbox.payload import RawFailure, pack_failure, pack_opaque_array, pack_pairs
from sandbox.spec import (
    Array,
    Call,
    Failure,
    Missing,
    NotMade,
    Opaque,
    OpaqueArray,
    OutOfMemory,
    Raised,
    Returned,
    RunSpec,
)
from sandbox.transcript import Transcript
from sandbox.wire import Frame

NONCE = 5
ARG = Array("int8", (2,), b"ab")
SPEC = RunSpec(b"", (Call("f", (ARG, 3), 16), Call("g", (), 16)))
FAILURE = pack_failure(RawFailure(b"Odd\n", b"why\x1b", 3, ((3, b"f"),)))
READY = Frame(wire.READY, payload=b"2.4.6")
DEFINED = Frame(wire.DEFINED, NONCE)


def value(kind: int, payload: bytes = b"", *, call: int = 0, aux: int = 0) -> Frame:
    return Frame(kind, NONCE, call, aux, payload=payload)


def elements(kind: int, data: bytes, *, aux: int = 0, call: int = 0) -> Frame:
    return Frame(kind, NONCE, call, aux, 1, (len(data),), data)


def heard(*frames: Frame, handed_over: bool = True) -> Transcript:
    said = Transcript(SPEC, NONCE)
    said.handed_over = handed_over
    for frame in frames:
        said.feed(wire.pack(frame))
    return said


class TestOrder:
    def test_ready_comes_first_and_is_all_before_the_request(self) -> None:
        said = heard(READY, handed_over=False)
        assert (said.ready, said.numpy_version, said.over) == (True, "2.4.6", False)
        said.feed(wire.pack(DEFINED))
        assert said.bad_frame == "a frame of another run"

    @pytest.mark.parametrize(
        "frames",
        [
            (DEFINED,),
            (Frame(wire.READY, nonce=1),),
            (READY, READY),
            (READY, Frame(wire.DEFINED, NONCE + 1)),
            (READY, Frame(wire.DEFINED, NONCE, call=1)),
            (READY, value(wire.NONE)),
            (READY, DEFINED, DEFINED),
            (READY, DEFINED, value(wire.NONE, call=1)),
            (READY, DEFINED, elements(wire.CHANGED, b"ab", aux=1)),
            (READY, DEFINED, elements(wire.CHANGED, b"ab", aux=9)),
            (READY, DEFINED, elements(wire.CHANGED, b"abc")),
            (READY, DEFINED, elements(wire.CHANGED, b"ab"), elements(wire.CHANGED, b"ab")),
            (READY, DEFINED, value(wire.SHARES)),
            (READY, DEFINED, value(wire.LATE, pack_pairs([(0, 0)]))),
            (READY, DEFINED, value(wire.LATE), value(wire.LATE)),
            (READY, DEFINED, value(wire.LATE, b"1234567")),
            (READY, DEFINED, value(wire.TUPLE, aux=17)),
            (READY, DEFINED, *[value(wire.TUPLE, aux=1)] * 4),
            (READY, DEFINED, value(wire.TUPLE, aux=1), value(wire.MISSING)),
            (READY, DEFINED, value(wire.BOOL, b"\x02")),
            (READY, DEFINED, value(wire.FLOAT, b"123")),
            (READY, DEFINED, value(wire.COMPLEX, b"123")),
            (READY, DEFINED, value(wire.STR, b"\xff")),
            (READY, DEFINED, elements(wire.SCALAR, b"a")),
            (READY, DEFINED, value(wire.RAISED, b"x")),
            (READY, DEFINED, value(wire.OPAQUE_ARRAY, b"x")),
            (READY, Frame(wire.LOAD_FAILED, NONCE, payload=b"x")),
        ],
    )
    def test_anything_else_is_a_bad_frame(self, frames: tuple[Frame, ...]) -> None:
        said = heard(*frames)
        assert said.bad_frame
        assert (said.over, said.complete) == (True, False)
        assert said.outcomes == (NotMade(), NotMade())

    def test_nothing_is_read_after_the_last_answer(self) -> None:
        said = heard(READY, DEFINED, value(wire.NONE), value(wire.NONE, call=1))
        said.feed(b"x" * 999)
        assert (said.complete, said.bad_frame) == (True, None)
        assert said.outcomes == (Returned(None), Returned(None))

    def test_nothing_is_read_after_the_last_answer_in_one_piece(self) -> None:
        said = heard(READY, DEFINED)
        last = wire.pack(value(wire.NONE)) + wire.pack(value(wire.NONE, call=1)) + b"x" * 999
        said.feed(last)
        assert (said.complete, said.bad_frame) == (True, None)


class TestOutcomes:
    @pytest.mark.parametrize(
        ("frames", "outcome"),
        [
            ([value(wire.MISSING)], Missing()),
            ([value(wire.MISSING, b"int")], Missing("int")),
            ([value(wire.OUT_OF_MEMORY)], OutOfMemory()),
            (
                [value(wire.RAISED, FAILURE, aux=1)],
                Raised(Failure("Odd\\x0a", "why\\x1b", 3, ((3, "f"),)), is_value_error=True),
            ),
            ([elements(wire.ARRAY, b"abc")], Returned(Array("int8", (3,), b"abc"))),
            ([value(wire.OPAQUE, b"list")], Returned(Opaque("list"))),
            (
                [value(wire.OPAQUE_ARRAY, pack_opaque_array(b">f8", (2, 3)))],
                Returned(OpaqueArray(">f8", (2, 3))),
            ),
            ([value(wire.INT, b"\xff")], Returned(-1)),
            ([value(wire.INT, b"")], Returned(0)),
            ([value(wire.COMPLEX, struct.pack("<dd", 1, 2))], Returned(1 + 2j)),
            ([value(wire.TUPLE)], Returned(())),
            (
                [value(wire.TUPLE, aux=2), value(wire.TUPLE, aux=1), value(wire.NONE), value(wire.TUPLE)],
                Returned(((None,), ())),
            ),
            (
                [elements(wire.CHANGED, b"xy"), value(wire.NONE)],
                Returned(None, changed_args=((0, Array("int8", (2,), b"xy")),)),
            ),
        ],
    )
    def test_of_one_call(self, frames: list[Frame], outcome: object) -> None:
        assert heard(READY, DEFINED, *frames).outcomes[0] == outcome

    def test_notes_about_earlier_calls(self) -> None:
        said = heard(
            READY,
            DEFINED,
            value(wire.NONE),
            value(wire.LATE, pack_pairs([(0, 0)]), call=1),
            value(wire.SHARES, call=1),
            value(wire.NONE, call=1),
        )
        assert said.outcomes[1] == Returned(None, late_changes=((0, 0),), shares_buffer_with=0)


class TestTooLarge:
    @pytest.mark.parametrize(
        "frames",
        [
            [elements(wire.ARRAY, b"x" * 17)],
            [value(wire.TUPLE, aux=2), elements(wire.ARRAY, b"x" * 9), elements(wire.ARRAY, b"x" * 9)],
            [value(wire.TOO_LARGE)],
            [Frame(wire.ARRAY, NONCE, dtype=1, dims=(2**32 - 1,) * 1, payload_bytes=2**32 - 1)],
            [value(wire.TUPLE, aux=2), value(wire.TOO_LARGE)],
            [value(wire.TUPLE, aux=16), value(wire.TUPLE, aux=16)]
            + [value(wire.TUPLE, aux=16), *[value(wire.STR, b"x" * 4096)] * 16] * 16,
        ],
    )
    def test_results_are_told(self, frames: list[Frame]) -> None:
        said = heard(READY, DEFINED, *frames, value(wire.STR, b"x"))
        assert said.too_large
        assert (said.over, said.outcomes[0]) == (True, NotMade())


class TestHostileBytes:
    @given(st.binary(max_size=300))
    def test_never_raise(self, data: bytes) -> None:
        said = heard(READY, DEFINED)
        said.feed(data)
        assert len(said.outcomes) == 2

    @given(st.lists(st.tuples(st.sampled_from(range(1, 42)), st.binary(max_size=20), st.integers(0, 20))))
    def test_never_raise_for_frames_of_any_kind(self, told: list[tuple[int, bytes, int]]) -> None:
        said = heard(READY, DEFINED)
        for kind, payload, aux in told:
            frame = elements(kind, payload, aux=aux) if kind in wire.WITH_ELEMENTS else None
            said.feed(wire.pack(frame or value(kind, payload, aux=aux)))
        assert said.over or said.bad_frame is None
