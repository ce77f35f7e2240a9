"""Scripts for the fake runner: plain Python functions that play the submission, in this process."""

from collections.abc import Callable, Mapping

import numpy as np

from sandbox.fake import Script
from sandbox.spec import (
    DTYPES,
    Argument,
    Array,
    Call,
    CallOutcome,
    Failure,
    Missing,
    Opaque,
    Output,
    Raised,
    Refilled,
    Returned,
    RunResult,
    RunSpec,
    RunStatus,
    Value,
)

Function = Callable[..., object]


def answering(functions: Mapping[str, Function]) -> Script:
    """Make a script that answers every call by calling one of `functions`."""

    def script(spec: RunSpec) -> RunResult:
        arguments: list[list[object]] = []
        outcomes: list[CallOutcome] = []
        for call in spec.calls:
            arguments.append([_argument(arg, arguments) for arg in call.args])
            outcomes.append(_outcome(functions, call, arguments[-1]))
        return RunResult(
            status=RunStatus.COMPLETED,
            outcomes=tuple(outcomes),
            call_output=(Output(""),) * len(spec.calls),
            numpy_version="9.9.9",
        )

    return script


def _outcome(functions: Mapping[str, Function], call: Call, arguments: list[object]) -> CallOutcome:
    if call.function not in functions:
        return Missing()
    try:
        return Returned(_value(functions[call.function](*arguments)))
    except Exception as error:  # noqa: BLE001 - whatever a submission raises is its answer
        failure = Failure(type(error).__name__, str(error), frames=((7, call.function),))
        return Raised(failure, is_value_error=isinstance(error, ValueError))


def _argument(argument: Argument, earlier: list[list[object]]) -> object:
    if isinstance(argument, Refilled):
        array = earlier[argument.call][argument.argument]
        assert isinstance(array, np.ndarray)
        array[...] = np.frombuffer(argument.data, array.dtype).reshape(array.shape)
        return array
    if not isinstance(argument, Array):
        return argument
    dtype = np.dtype(argument.dtype)
    strides = None if argument.strides is None else [step * dtype.itemsize for step in argument.strides]
    return np.ndarray(
        argument.shape, dtype, bytearray(argument.data), argument.offset * dtype.itemsize, strides
    )


def _value(result: object) -> Value:
    if result is None:
        return None
    if type(result) is np.ndarray and result.dtype.name in DTYPES:
        return Array(result.dtype.name, result.shape, result.tobytes())
    return Opaque(type(result).__name__)


def loaded(source: bytes) -> dict[str, Function]:
    """Load a kata's own source in this process and give its functions; never for a stranger's code."""
    names: dict[str, object] = {}
    exec(compile(source, "submission.py", "exec", dont_inherit=True), names)  # noqa: S102 - our own files
    return {name: thing for name, thing in names.items() if callable(thing)}
