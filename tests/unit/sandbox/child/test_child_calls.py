"""The child's own code, run in this process: what it answers, the parent's record understands."""

import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import wire
from sandbox.child import arguments, results, source
from sandbox.child import request as child_request
from sandbox.child.calls import Caller
from sandbox.request import encode
from sandbox.spec import (
    DTYPES,
    Array,
    Call,
    CallOutcome,
    Missing,
    Opaque,
    OutOfMemory,
    Raised,
    Returned,
    RunSpec,
    Value,
)
from sandbox.transcript import Transcript
from sandbox.wire import Frame

NONCE = 11
Functions = dict[str, object]


def heard(functions: Functions, *calls: Call) -> Transcript:
    """Answer calls in this process and take the frames down."""
    spec = RunSpec(b"", calls)
    request = child_request.decode(encode(spec, NONCE, None)[8:])
    said = Transcript(spec, NONCE)
    said.handed_over = True
    said.feed(wire.pack(Frame(wire.READY)) + wire.pack(Frame(wire.DEFINED, NONCE)))
    caller = Caller(request, functions)
    for index, call in enumerate(request.calls):
        frames, may_go_on = caller.answer(index, call)
        said.feed(b"".join(frames))
        if not may_go_on:
            break
    return said


def outcome_of(function: Callable[..., object], *args: Array) -> CallOutcome:
    return heard({"f": function}, Call("f", args)).outcomes[0]


@st.composite
def arrays(draw: st.DrawFn) -> tuple[np.ndarray, Array]:
    dtype = draw(st.sampled_from(sorted(DTYPES)))
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=4)))
    size = int(np.prod(shape, dtype=int)) * DTYPES[dtype]
    data = draw(st.binary(min_size=size, max_size=size))
    if dtype == "bool":
        data = bytes(byte & 1 for byte in data)
    return np.frombuffer(data, dtype).reshape(shape), Array(dtype, shape, data)


plain: st.SearchStrategy[Value] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.complex_numbers(allow_nan=False)
    | st.text(max_size=50)
)
values = st.recursive(plain, lambda items: st.lists(items, max_size=4).map(tuple), max_leaves=8)


def depth(value: Value) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, tuple) else 0


def told(value: Value) -> Value:
    """Give what may be said of a value: integers beyond 64 bytes are only named."""
    if isinstance(value, tuple):
        return tuple(told(item) for item in value)
    if type(value) is int and value.bit_length() // 8 + 1 > 64:
        return Opaque("int")
    return value


class TestValues:
    @given(arrays())
    def test_arrays_come_back_bit_for_bit_in_any_layout(self, made: tuple[np.ndarray, Array]) -> None:
        array, expected = made
        for laid_out in (
            array,
            array.copy(order="F"),
            array[..., ::-1][..., ::-1] if array.ndim else array,
        ):
            assert outcome_of(lambda laid_out=laid_out: laid_out) == Returned(expected)

    @given(values.filter(lambda value: depth(value) <= 3))
    def test_plain_values_come_back_as_they_are(self, value: Value) -> None:
        assert outcome_of(lambda: value) == Returned(told(value))


class TestArguments:
    @given(arrays())
    def test_are_built_as_described_and_writable(self, made: tuple[np.ndarray, Array]) -> None:
        array, described = made

        def check(x: np.ndarray) -> bool:
            return x.flags.writeable and x.dtype == array.dtype and x.tobytes() == array.tobytes()

        assert outcome_of(check, described) == Returned(value=True)

    def test_a_change_is_told_and_settled(self) -> None:
        raw: child_request.ArrayArgument = (child_request.ARRAY, "int8", (2,), None, 0, 0, 2)
        _, (kept,) = arguments.build((raw,), memoryview(b"ab"), [])
        assert not arguments.is_altered(kept)
        kept.array[0] = 1
        assert arguments.is_altered(kept)
        assert not arguments.is_altered(arguments.settled(kept))

    def test_a_search_that_is_too_hard_counts_as_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(results, "MAX_WORK", 0)
        assert results.share_memory(np.zeros(3), np.zeros(3)) is False

        def too_hard(*_: object, max_work: int) -> bool:
            raise np.exceptions.TooHardError

        monkeypatch.setattr(np, "shares_memory", too_hard)
        assert results.share_memory(np.zeros(3), np.zeros(3)) is False


class TestOutcomes:
    def test_of_every_kind(self) -> None:
        def bad() -> None:
            raise ValueError("why")

        def full() -> None:
            raise MemoryError

        functions: Functions = {"bad": bad, "full": full, "three": 3}
        names = ("bad", "full", "three", "absent")
        said = heard(functions, *(Call(name, ()) for name in names))
        bad_outcome, *others = said.outcomes
        assert isinstance(bad_outcome, Raised)
        assert (bad_outcome.failure.message, bad_outcome.is_value_error) == ("why", True)
        assert others == [OutOfMemory(), Missing("int"), Missing()]
        assert said.complete

    @given(st.integers(0, 100), st.integers(0, 100))
    def test_a_result_fits_its_budget_or_is_too_large(self, size: int, budget: int) -> None:
        said = heard({"f": lambda: np.zeros(size, np.int8)}, Call("f", (), budget))
        assert said.complete == (size <= budget)
        assert (said.too_large is None) == (size <= budget)


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield
    sys.modules.pop("submission", None)


@pytest.mark.usefixtures("modules")
class TestSource:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            (b"def f(): pass", wire.DEFINED),
            (b"def f(", wire.COMPILE_FAILED),
            (b"x = '\xff'", wire.COMPILE_FAILED),
            (b"1 / 0", wire.LOAD_FAILED),
            (b"raise SystemExit", wire.LOAD_FAILED),
            (b"raise MemoryError", wire.LOAD_OUT_OF_MEMORY),
        ],
    )
    def test_is_defined_or_told(self, text: bytes, kind: int) -> None:
        frame, names = source.define(text)
        assert frame.kind == kind
        assert ("f" in names) == (kind == wire.DEFINED)
