"""Answers that a hostile child could have put on its channel: anything that the contract can carry."""

import math
import random
from typing import Final

from sandbox.spec import (
    DTYPES,
    Array,
    Call,
    CallOutcome,
    Failure,
    Missing,
    NotMade,
    Opaque,
    OpaqueArray,
    OutOfMemory,
    Output,
    Raised,
    Returned,
    RunResult,
    RunSpec,
    RunStatus,
    Scalar,
    Value,
)
from tests.support.fake_judge import right_functions
from tests.support.scripts import answering

_TEXTS: Final = ("", "x", "é" * 50, "{0}", "%s", "<script>", "a\nb", "[bold]", "\\x1b[31m")
_NUMBERS: Final = (None, True, 10**150, -1, float("nan"), float("inf"), complex("nan"), "text")
_NOT_LOADED: Final = (RunStatus.COMPILE_FAILED, RunStatus.LOAD_FAILED)


class HostileScript:
    """Answers as the reference does, but for what chance replaces; remembers whether it replaced anything."""

    def __init__(self, chance: random.Random, *, honest_share: float, broken_share: float) -> None:
        """Leave `honest_share` of the answers alone, and end `broken_share` of the runs early."""
        self._chance = chance
        self._honest_share = honest_share
        self._broken_share = broken_share
        right = answering(right_functions())
        assert not isinstance(right, RunResult)
        self._right = right
        self.tampered = False

    def __call__(self, spec: RunSpec) -> RunResult:
        """Answer one run."""
        right = self._right(spec).outcomes
        outcomes = [
            outcome if self._chance.random() < self._honest_share else self._outcome(spec, number, outcome)
            for number, outcome in enumerate(right)
        ]
        status = RunStatus.COMPLETED
        if self._chance.random() < self._broken_share:
            status = self._chance.choice([one for one in RunStatus if one is not RunStatus.SANDBOX_FAILED])
            kept = 0 if status in _NOT_LOADED else self._chance.randrange(len(outcomes) + 1)
            if status is not RunStatus.COMPLETED:
                outcomes[kept:] = [NotMade()] * (len(outcomes) - kept)
        self.tampered |= status is not RunStatus.COMPLETED or any(map(_differ, outcomes, right))
        return RunResult(
            status=status,
            outcomes=tuple(outcomes),
            detail=self._text(),
            failure=self._failure() if status in _NOT_LOADED else None,
            load_output=self._output(),
            call_output=tuple(self._output() for _ in outcomes),
            numpy_version=self._text(),
        )

    def _outcome(self, spec: RunSpec, number: int, right: CallOutcome) -> CallOutcome:
        kind = self._chance.randrange(12)
        if kind == 0:
            return OutOfMemory()
        if kind == 1:
            return Missing(self._chance.choice([None, self._text()]))
        changed = self._changed(spec.calls[number])
        earlier = (0,) if number else ()
        if kind == 2:
            return Raised(self._failure(), self._chance.random() < 0.5, changed, changed_results=earlier)
        if kind < 5:
            return Returned(self._value(), changed, shares_buffer_with=0 if number else None)
        if isinstance(right, Returned) and isinstance(right.value, Array):
            dtype = self._chance.choice([right.value.dtype, *DTYPES])
            return Returned(self._array(right.value.shape, dtype), changed)
        return Returned(self._value())

    def _changed(self, call: Call) -> tuple[tuple[int, Array], ...]:
        first = call.args[0]
        if self._chance.random() < 0.7 or not isinstance(first, Array):
            return ()
        size = math.prod(first.shape) * DTYPES[first.dtype]
        dtype = self._chance.choice([name for name, item in DTYPES.items() if size % item == 0])
        shape = first.shape if dtype == first.dtype else (size // DTYPES[dtype],)
        return ((0, self._array(shape, dtype)),)

    def _array(self, shape: tuple[int, ...], dtype: str) -> Array:
        size = math.prod(shape) * DTYPES[dtype]
        data = self._chance.choice([bytes(size), b"\xff" * size, self._chance.randbytes(size)])
        return Array(dtype, shape, data)

    def _value(self, depth: int = 0) -> Value:
        shape = tuple(self._chance.choice([0, 1, 2, 3, 5]) for _ in range(self._chance.randrange(9)))
        array = self._array(shape, self._chance.choice(list(DTYPES)))
        kinds: list[Value] = [
            array,
            OpaqueArray(self._text(), tuple(size * 2**61 for size in shape)),
            Opaque(self._text()),
            Scalar(array.dtype, bytes(DTYPES[array.dtype])),
            self._chance.choice(_NUMBERS),
        ]
        if depth < 3:
            kinds.append(tuple(self._value(depth + 1) for _ in range(self._chance.randrange(4))))
        return self._chance.choice(kinds)

    def _failure(self) -> Failure:
        line = self._chance.choice([None, 1, 2**32 - 1])
        return Failure(self._text(), self._text(), line, ((2**32 - 1, self._text()),))

    def _text(self) -> str:
        return self._chance.choice(_TEXTS)

    def _output(self) -> Output:
        return Output(self._text(), self._chance.random() < 0.3)


def _differ(outcome: CallOutcome, right: CallOutcome) -> bool:
    """Tell whether an answer is another one: which words an exception has does not matter."""
    if isinstance(outcome, Raised) and isinstance(right, Raised):
        told = outcome.changed_args or outcome.changed_results
        return bool(told) or outcome.is_value_error is not right.is_value_error
    return outcome != right
