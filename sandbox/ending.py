"""What became of a run: the status that follows from what was said and what was measured.

Pure. Answer bytes decide; signals and exit codes only explain a missing answer.
"""

import signal
from dataclasses import dataclass
from typing import Final

from sandbox import wire
from sandbox.spec import Limit, Limits, RunStatus
from sandbox.transcript import Transcript

_CLOCK_SLACK_S: Final = 0.1
"""The kernel counts CPU time in ticks; a child killed at its limit may seem a little short of it."""


@dataclass(frozen=True, slots=True)
class End:
    """What the parent measured. `code` is the exit code, or minus the signal; None if unknown."""

    fault: str | None
    """Why the machinery failed, where it did."""
    at_deadline: bool
    code: int | None
    wall_s: float
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Status, limit and a plain clause."""

    status: RunStatus
    detail: str = ""
    limit: Limit | None = None


_LOADS: Final[dict[int | None, Conclusion]] = {
    wire.COMPILE_FAILED: Conclusion(RunStatus.COMPILE_FAILED, "the source does not compile"),
    wire.LOAD_FAILED: Conclusion(RunStatus.LOAD_FAILED, "the module raised while it was loaded"),
    wire.LOAD_OUT_OF_MEMORY: Conclusion(
        RunStatus.MEMORY_LIMIT, "the module ran out of memory while it was loaded", Limit.MEMORY
    ),
}


def conclude(said: Transcript, end: End, limits: Limits) -> Conclusion:
    """Decide the status of a run."""
    if end.fault is not None:
        return Conclusion(RunStatus.SANDBOX_FAILED, end.fault)
    if said.too_large is not None:
        return Conclusion(RunStatus.OUTPUT_LIMIT, said.too_large, Limit.RESULT)
    if said.bad_frame is not None:
        return Conclusion(RunStatus.BAD_FRAME, f"the result channel carried {said.bad_frame}")
    if said.complete:
        return Conclusion(RunStatus.COMPLETED)
    if said.load in _LOADS:
        return _LOADS[said.load]
    if end.at_deadline:
        return Conclusion(RunStatus.TIME_LIMIT, f"wall limit of {limits.wall_s:g} s", Limit.WALL)
    return _died(end, limits)


def _died(end: End, limits: Limits) -> Conclusion:
    if end.code in (-signal.SIGKILL, -signal.SIGXCPU):
        if end.cpu_s >= limits.cpu_s - _CLOCK_SLACK_S:
            return Conclusion(RunStatus.TIME_LIMIT, f"CPU limit of {limits.cpu_s:g} s", Limit.CPU)
        return _memory("killed by the kernel, as it does when memory runs out")
    if end.code == wire.EXIT_OUT_OF_MEMORY:
        return _memory("the process ran out of memory and could not go on")
    return Conclusion(RunStatus.EXITED, _last_words(end.code))


def _memory(detail: str) -> Conclusion:
    return Conclusion(RunStatus.MEMORY_LIMIT, detail, Limit.MEMORY)


def _last_words(code: int | None) -> str:
    if code == -signal.SIGSYS:
        return "killed for a forbidden system call"
    if code == wire.EXIT_BROKEN:
        return "the process could not answer any more, because the code broke what answering needs"
    if code is None or code >= 0:
        return f"the process ended by itself with exit code {code}"
    try:
        name = signal.Signals(-code).name.removeprefix("SIG")
    except ValueError:
        name = str(-code)
    return f"the process crashed (signal {name})"
