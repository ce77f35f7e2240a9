"""Make the calls one after the other and answer each with frames."""

import os
from collections.abc import Callable
from typing import Final

from numpy import ndarray

from sandbox import wire
from sandbox.child import arguments, failures
from sandbox.child.arguments import Built, Kept
from sandbox.child.request import REFILLED, RawCall, Request
from sandbox.child.results import Result, share_memory
from sandbox.child.values import Sender
from sandbox.marker import marker
from sandbox.payload import pack_failure, pack_pairs

LOG_FD: Final = 1
RESULT_FD: Final = 3


def write_all(fd: int, data: bytes) -> None:
    """Write every byte of `data`."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


class Caller:
    """Holds what must outlive a call: earlier arguments and earlier results."""

    def __init__(self, request: Request, namespace: dict[str, object]) -> None:
        """Call the functions of `namespace`, the submission's own names."""
        self._nonce = request.nonce
        self._calls = request.calls
        self._elements = request.elements
        self._namespace = namespace
        self._kept: list[tuple[int, Kept]] = []
        self._results: list[Result] = []

    def run(self) -> None:
        """Make every call; stops early where a result was too large."""
        for index, call in enumerate(self._calls):
            write_all(LOG_FD, marker(self._nonce, index))
            frames, may_go_on = self.answer(index, call)
            for frame in frames:
                write_all(RESULT_FD, frame)
            if not may_go_on:
                return

    def answer(self, index: int, call: RawCall) -> tuple[list[bytes], bool]:
        """Make one call; give its frames and whether the next call may be made."""
        name, result_bytes, _ = call
        sender = Sender(self._nonce, index, result_bytes)
        function = self._namespace.get(name)
        if not callable(function):
            absent = name not in self._namespace
            sender.simple(wire.MISSING, payload=b"" if absent else failures.type_name(type(function)))
            return sender.frames, True
        try:
            return self._made(sender, index, call, function)
        except MemoryError:
            lean = Sender(self._nonce, index, 0)
            lean.simple(wire.OUT_OF_MEMORY)
            return lean.frames, True

    def _made(
        self, sender: Sender, index: int, call: RawCall, function: Callable[..., object]
    ) -> tuple[list[bytes], bool]:
        _, result_bytes, args = call
        built, kept = arguments.build(args, self._elements, self._kept)
        self._results = [one for one in self._results if not one.is_ours_alone()]
        if any(arg[0] == REFILLED for arg in args):
            # That changes what earlier results hold that are views of it, which is our doing.
            for earlier in self._results:
                earlier.settle()
        result, error = _call(function, built)
        if error is not None and issubclass(type(error), MemoryError):
            raise error
        self._tell_changes(sender, index, kept)
        if error is not None:
            is_value_error = int(issubclass(type(error), ValueError))
            sender.simple(wire.RAISED, is_value_error, pack_failure(failures.describe(error)))
            return sender.frames, True
        value = Sender(self._nonce, index, result_bytes)
        fits = value.value(result)
        results = [Result(index, array) for array in value.arrays]
        self._tell_shared(sender, results, [record.array for record in kept])
        return sender.frames + value.frames, fits

    def _tell_changes(self, sender: Sender, index: int, kept: list[Kept]) -> None:
        late: list[tuple[int, int]] = []
        for position, (earlier, record) in enumerate(self._kept):
            if arguments.is_altered(record):
                late.append((earlier, record.place))
                self._kept[position] = (earlier, arguments.settled(record))
        for position, record in enumerate(kept):
            if arguments.is_altered(record):
                sender.elements(wire.CHANGED, arguments.as_it_is(record), aux=record.place)
                kept[position] = arguments.settled(record)
        if late:
            sender.simple(wire.LATE, payload=pack_pairs(late))
        self._kept += [(index, record) for record in kept]
        overwritten = [one for one in self._results if one.is_overwritten()]
        if overwritten:
            for one in overwritten:
                one.settle()
            told = sorted({one.call for one in overwritten})
            sender.simple(wire.OVERWRITTEN, payload=pack_pairs([(call, 0) for call in told]))

    def _tell_shared(self, sender: Sender, results: list[Result], passed: list[ndarray]) -> None:
        """Tell of an earlier result in the memory of this one, unless the caller passed that memory in."""
        for earlier in self._results:
            is_shared = any(result.shares_memory(earlier) for result in results)
            if is_shared and not any(share_memory(array, earlier.array) for array in passed):
                sender.simple(wire.SHARES, aux=earlier.call)
                break
        self._results += results


def _call(function: Callable[..., object], args: list[Built]) -> tuple[object, BaseException | None]:
    """Call, and catch whatever comes: an exit or an interrupt inside a call is its outcome too."""
    try:
        return function(*args), None
    except BaseException as error:
        return None, error
