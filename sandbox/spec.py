"""The whole contract of the sandbox on one page.

A `Runner` takes one `RunSpec` (a source and a sequence of calls that share one child process) and
gives back one `RunResult`. What happened to the process is a `RunStatus`; what happened to each
call is a `CallOutcome`. Nothing here is a verdict: that word belongs to the judge.

Everything in a `RunResult` was said by a hostile process, but for `status`, `limit`, `wall_s`,
`cpu_s` and `memory_bound`, which are measured from outside. It may be believed as *the
submission's answer*, never as a fact about itself.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

MAX_DIMS = 8
"""The most axes that an array may have on its way back."""

DTYPES: dict[str, int] = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "uint8": 1,
    "uint16": 2,
    "uint32": 4,
    "uint64": 8,
    "float16": 2,
    "float32": 4,
    "float64": 8,
    "complex64": 8,
    "complex128": 16,
}
"""The closed list of transported dtypes (native byte order) with their item sizes in bytes."""


@dataclass(frozen=True, slots=True)
class Array:
    """An n-dimensional array as plain data: elements in row-major index order.

    `strides` (in elements) and `offset` (in elements) lay an *argument* out in memory another way:
    `data` is then the base buffer. Results always come back with `strides` None.
    """

    dtype: str
    shape: tuple[int, ...]
    data: bytes
    strides: tuple[int, ...] | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Refilled:
    """The very array object that argument `argument` of the earlier call `call` was, with new elements.

    A caller may well reuse an array; code that remembers results by `id` or address then answers
    with old ones. `data` are the elements in row-major index order of that argument's shape.
    """

    call: int
    argument: int
    data: bytes


@dataclass(frozen=True, slots=True)
class OpaqueArray:
    """A NumPy array whose dtype is not in `DTYPES` (object, '>f8', ...): told, not transported."""

    dtype: str
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opaque:
    """A result that is neither an exact `numpy.ndarray` nor a plain scalar, string, None or tuple.

    `type_name` is what the child calls it ("list", "coroutine", "numpy.matrix"), cut and escaped.
    """

    type_name: str


@dataclass(frozen=True, slots=True)
class Scalar:
    """A zero-dimensional NumPy scalar such as `numpy.float64(3)`, apart from a Python number."""

    dtype: str
    data: bytes


Argument: TypeAlias = Array | Refilled | int | float | bool | str | None
Value: TypeAlias = (
    "Array | OpaqueArray | Opaque | Scalar | int | float | complex | bool | str | None | tuple[Value, ...]"
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call `function(*args)`; its result may take at most `result_bytes` on the way back."""

    function: str
    args: tuple[Argument, ...]
    result_bytes: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What one child may use.

    Wall time counts from the moment it is ready and has its request, CPU time from its birth.
    """

    wall_s: float = 5.0
    cpu_s: float = 5.0
    memory_bytes: int = 512 << 20
    """Address space over the measured baseline of the warm interpreter."""
    stdout_bytes: int = 64 << 10
    """Kept text of stdout and stderr together; the rest is dropped and marked."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """One child's whole work: define `source`, then make `calls` in order in the same process."""

    source: bytes
    calls: tuple[Call, ...]
    limits: Limits = field(default_factory=Limits)
    lane: str = ""
    """Whose work this is: lanes take turns where runs have to wait."""


class MemoryBound(StrEnum):
    """What bounds the memory of a child."""

    RLIMIT = "rlimit"
    """The limit on its address space, which is all of its memory, since it cannot make another process."""
    CGROUP = "cgroup"
    """That, and a control group."""


class RunStatus(StrEnum):
    """What happened to the process as a whole."""

    COMPLETED = "completed"
    """Every call was made and answered; single calls may still have raised."""
    COMPILE_FAILED = "compile_failed"
    """The source does not decode or compile."""
    LOAD_FAILED = "load_failed"
    """The module's own top-level code raised."""
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    """A result was larger than its call allows."""
    EXITED = "exited"
    """The process ended before its last answer: an exit, a crash or a refused system call."""
    BAD_FRAME = "bad_frame"
    """The result channel carried something that is no frame."""
    SANDBOX_FAILED = "sandbox_failed"
    """Our fault: the child could not be made or a layer failed. Nothing is known of the source."""


class Limit(StrEnum):
    """Which limit ended a run."""

    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception as the child tells it.

    `frames` are (line, function) pairs of the submission's own frames, outermost first. `line` of a
    compile failure is the line of the syntax error.
    """

    type_name: str
    message: str
    line: int | None = None
    frames: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Returned:
    """The call came back with a value.

    `changed_args` holds, for each argument array that the call altered in place, its elements after
    the call; `late_changes` lists (call index, argument index) of *earlier* calls' arguments altered
    since; `shares_buffer_with` is the earlier call whose result shares memory with this one;
    `changed_results` lists the earlier calls whose results this call altered.
    """

    value: Value
    changed_args: tuple[tuple[int, Array], ...] = ()
    late_changes: tuple[tuple[int, int], ...] = ()
    shares_buffer_with: int | None = None
    changed_results: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Raised:
    """The call raised. `is_value_error` follows isinstance, so subclasses count.

    `changed_args`, `late_changes` and `changed_results` are as in `Returned`.
    """

    failure: Failure
    is_value_error: bool = False
    changed_args: tuple[tuple[int, Array], ...] = ()
    late_changes: tuple[tuple[int, int], ...] = ()
    changed_results: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """The call raised MemoryError."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The source defines no such name, or what it names cannot be called (`type_name` says what)."""

    type_name: str | None = None


@dataclass(frozen=True, slots=True)
class NotMade:
    """The child ended before this call was answered. The first of these was under way."""


CallOutcome: TypeAlias = Returned | Raised | OutOfMemory | Missing | NotMade


@dataclass(frozen=True, slots=True)
class Output:
    """Captured stdout and stderr of one stretch of a run, escaped for display."""

    text: str
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came back. `outcomes` and `call_output` have one entry for each call of the spec."""

    status: RunStatus
    outcomes: tuple[CallOutcome, ...]
    detail: str = ""
    """One plain clause on `status`: "killed by signal SEGV", "wall limit of 5 s", ..."""
    failure: Failure | None = None
    """The exception of COMPILE_FAILED and LOAD_FAILED."""
    limit: Limit | None = None
    load_output: Output = Output("")
    """What the module's top-level code printed."""
    call_output: tuple[Output, ...] = ()
    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bound: MemoryBound = MemoryBound.RLIMIT
    numpy_version: str = ""


class Runner(Protocol):
    """The seam between the judge and the sandbox."""

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child to its end. Never raises for anything the source did."""
        ...
