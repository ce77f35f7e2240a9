"""One call's answer, put together frame by frame within the call's budget."""

import math
from dataclasses import dataclass, field

from sandbox import decode, wire
from sandbox.payload import PAIR_BYTES, unpack_pairs
from sandbox.spec import (
    DTYPES,
    Array,
    Call,
    CallOutcome,
    Missing,
    OutOfMemory,
    Raised,
    Refilled,
    Returned,
    Value,
)
from sandbox.text import shown_name
from sandbox.wire import BadFrame, Frame, TooLarge

_ENDS = frozenset({wire.RAISED, wire.OUT_OF_MEMORY, wire.MISSING, wire.TOO_LARGE})
_NOTES = frozenset({wire.CHANGED, wire.LATE, wire.SHARES, wire.OVERWRITTEN})


@dataclass(slots=True)
class _OpenTuple:
    wanted: int
    items: list[Value] = field(default_factory=list)


class Answer:
    """Takes the frames of call `index` in their only possible order."""

    def __init__(self, index: int, calls: tuple[Call, ...]) -> None:
        """Expect the answer of `calls[index]`."""
        self.index = index
        self._calls = calls
        self._array_bytes = calls[index].result_bytes
        self._small_bytes = wire.SMALL_BYTES
        self._changed: dict[int, Array] = {}
        self._late: tuple[tuple[int, int], ...] | None = None
        self._shares: int | None = None
        self._overwritten: tuple[int, ...] | None = None
        self._open: list[_OpenTuple] = []
        self._in_value = False
        self.outcome: CallOutcome | None = None

    def admit(self, head: Frame) -> None:
        """Decide on a header alone.

        Raises:
            BadFrame: such a frame may not come here.
            TooLarge: it announces more than the call allows.
        """
        if self._in_value and head.kind not in wire.VALUES | {wire.TOO_LARGE}:
            raise BadFrame("a frame in the middle of a value")
        if head.kind == wire.TOO_LARGE:
            raise TooLarge(self._allowance())
        if head.kind == wire.ARRAY:
            self._array_bytes -= head.payload_bytes
            if self._array_bytes < 0:
                raise TooLarge(f"a result of {_size(head.payload_bytes)} bytes, {self._allowance()}")
        elif head.kind == wire.CHANGED:
            self._admit_changed(head)
        elif head.kind in (wire.LATE, wire.OVERWRITTEN):
            self._admit_pairs(head)
        elif head.kind in wire.VALUES:
            self._small_bytes -= wire.HEADER.size + head.payload_bytes
            if self._small_bytes < 0:
                raise TooLarge("a result of too many parts")
        elif head.kind not in _ENDS | _NOTES:
            raise BadFrame("a frame out of order")

    def _allowance(self) -> str:
        return f"more than the {_size(self._calls[self.index].result_bytes)} bytes allowed"

    def _admit_pairs(self, head: Frame) -> None:
        earlier = self._calls[: self.index]
        most = len(earlier) if head.kind == wire.OVERWRITTEN else sum(len(call.args) for call in earlier)
        if head.payload_bytes > most * PAIR_BYTES:
            raise BadFrame("more changes than there is to change")

    def _admit_changed(self, head: Frame) -> None:
        args = self._calls[self.index].args
        arg = args[head.aux] if head.aux < len(args) else None
        if isinstance(arg, Refilled):
            arg = self._calls[arg.call].args[arg.argument]
        if not isinstance(arg, Array) or head.aux in self._changed:
            raise BadFrame("a change of something that is no argument")
        if head.payload_bytes != math.prod(arg.shape) * DTYPES[arg.dtype]:
            raise BadFrame("a changed argument of another size")

    def take(self, frame: Frame) -> None:
        """Take an admitted frame; sets `outcome` when the answer is whole.

        Raises:
            BadFrame: its payload does not fit its kind.
        """
        match frame.kind:
            case wire.CHANGED:
                self._changed[frame.aux] = decode.array(frame)
            case wire.LATE:
                self._take_late(frame)
            case wire.SHARES:
                self._take_shares(frame)
            case wire.OVERWRITTEN:
                self._take_overwritten(frame)
            case wire.RAISED:
                self.outcome = Raised(
                    decode.failure(frame.payload),
                    is_value_error=bool(frame.aux),
                    changed_args=self._changes(),
                    late_changes=self._late or (),
                    changed_results=self._overwritten or (),
                )
            case wire.OUT_OF_MEMORY:
                self.outcome = OutOfMemory()
            case wire.MISSING:
                self.outcome = Missing(shown_name(frame.payload) or None)
            case wire.TUPLE:
                self._take_tuple(frame)
            case _:
                self._place(decode.value(frame))

    def _take_late(self, frame: Frame) -> None:
        pairs = unpack_pairs(frame.payload)
        if self._late is not None or len(set(pairs)) != len(pairs):
            raise BadFrame("late changes told twice")
        for call, arg in pairs:
            if call >= self.index or arg >= len(self._calls[call].args):
                raise BadFrame("a late change of something that is no earlier argument")
        self._late = pairs

    def _take_shares(self, frame: Frame) -> None:
        if self._shares is not None or frame.aux >= self.index:
            raise BadFrame("memory shared with something that is no earlier result")
        self._shares = frame.aux

    def _take_overwritten(self, frame: Frame) -> None:
        calls = tuple(call for call, _ in unpack_pairs(frame.payload))
        if self._overwritten is not None or len(set(calls)) != len(calls):
            raise BadFrame("overwritten results told twice")
        if any(call >= self.index for call in calls):
            raise BadFrame("a change of something that is no earlier result")
        self._overwritten = calls

    def _take_tuple(self, frame: Frame) -> None:
        if frame.aux > wire.MAX_TUPLE_ITEMS or len(self._open) >= wire.MAX_TUPLE_DEPTH:
            raise BadFrame("a tuple beyond its bounds")
        self._in_value = True
        if frame.aux == 0:
            self._place(())
        else:
            self._open.append(_OpenTuple(frame.aux))

    def _place(self, value: Value) -> None:
        """Put a finished value into the tuple it belongs to, or make it the result."""
        self._in_value = True
        while self._open:
            self._open[-1].items.append(value)
            if len(self._open[-1].items) < self._open[-1].wanted:
                return
            value = tuple(self._open.pop().items)
        self.outcome = Returned(
            value,
            changed_args=self._changes(),
            late_changes=self._late or (),
            shares_buffer_with=self._shares,
            changed_results=self._overwritten or (),
        )

    def _changes(self) -> tuple[tuple[int, Array], ...]:
        return tuple(sorted(self._changed.items())) if self._changed else ()


def _size(count: int) -> str:
    return f"{count:,}" if count < 10**15 else "10^15 or more"
