"""Plain words for what happened: results of the wrong kind, exceptions, ends of a run."""

from app.judge.axes import shape_of
from app.judge.observations import GroupRun, Trial
from app.judge.report import Number
from sandbox.spec import (
    Array,
    Failure,
    Missing,
    Opaque,
    OpaqueArray,
    OutOfMemory,
    Raised,
    Returned,
    RunStatus,
    Scalar,
    Value,
)

_KINDS: dict[str, str] = {
    "list": "a list; build an array with NumPy calls, or wrap it in np.array(...)",
    "coroutine": "a coroutine; write a plain def, not async def",
    "generator": "a generator, which has computed nothing yet; return an array instead of yielding",
    "async_generator": "an async generator; write a plain def that returns an array",
    "map": "a lazy map object; return an array",
    "zip": "a lazy zip object; return an array",
    "tuple": "a tuple; return one array",
}


_LONGEST_WHOLE = 1e16
"""Beyond it a float is written with an exponent, as Python does."""


def kind_of(value: Value) -> str:
    """Say what kind of thing a result is, and what to do about it where that is plain."""
    if value is None:
        return "None; is a return missing?"
    if isinstance(value, Array | OpaqueArray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    if isinstance(value, Scalar):
        return f"a single {value.dtype} number; return an array"
    if isinstance(value, Opaque):
        return _KINDS.get(value.type_name, f"a {value.type_name}, which is no plain numpy.ndarray")
    if isinstance(value, tuple):
        return _KINDS["tuple"]
    return f"a single {type(value).__name__}; return an array"


def number_words(value: Number | None) -> str:
    """Write a number as people do: 3 rather than 3.0."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _LONGEST_WHOLE:
        return str(int(value))
    return str(value)


def exception_of(failure: Failure) -> str:
    """Write an exception on one line: "ValueError: ... (line 5)"."""
    text = f"{failure.type_name}: {failure.message}" if failure.message else failure.type_name
    line = failure.frames[-1][0] if failure.frames else failure.line
    return f"{text} (line {line})" if line is not None else text


def place_of(trial: Trial) -> str:
    """Name the case of a trial with its sizes."""
    return f"case '{trial.call.case.id}' with {trial.call.case.describe()}"


def end_of(trial: Trial, run: GroupRun | None) -> str:
    """Say why a trial gave no result."""
    outcome = trial.outcome
    if isinstance(outcome, Raised):
        return f"raised {exception_of(outcome.failure)} on {place_of(trial)}"
    if isinstance(outcome, OutOfMemory):
        return f"ran out of memory on {place_of(trial)}"
    if isinstance(outcome, Missing):
        return "is not defined" if outcome.type_name is None else f"is a {outcome.type_name}, not a function"
    if isinstance(outcome, Returned):
        return f"returned {kind_of(outcome.value)}"
    return f"{status_words(run)} on {place_of(trial)}" if run else "was not called"


def status_words(run: GroupRun) -> str:
    """Say how a child ended early, as the end of a sentence that begins with its subject."""
    result = run.result
    if result.status is RunStatus.TIME_LIMIT:
        return f"was stopped by the {result.detail}"
    if result.status is RunStatus.MEMORY_LIMIT:
        return f"used more memory than allowed ({result.detail})"
    if result.status is RunStatus.OUTPUT_LIMIT:
        return "returned far more data than a right result has"
    if result.status is RunStatus.LOAD_FAILED and result.failure is not None:
        return f"could not be loaded: its top-level code raised {exception_of(result.failure)}"
    if result.status is RunStatus.COMPILE_FAILED and result.failure is not None:
        return f"does not compile: {exception_of(result.failure)}"
    if result.status is RunStatus.BAD_FRAME:
        return "wrote to the result channel by itself, so its results could not be read"
    return f"gave no answer: {result.detail}"


def shape_words(shape: str, trial: Trial) -> str:
    """Write a named shape with its sizes: "(B, H, T, d) = (1, 2, 3, 4)"."""
    sizes = shape_of(shape, trial.call.case.sizes)
    return f"({', '.join(shape.split())}) = {sizes}"
