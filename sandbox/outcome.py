"""A run's result, put together from what was said and what was measured.

Imports the standard library only.
"""

from sandbox.conversation import Conversation
from sandbox.ending import End, conclude
from sandbox.spec import MemoryBound, NotMade, Output, RunResult, RunSpec, RunStatus


def tell(
    spec: RunSpec, conversation: Conversation, end: End, *, memory_bound: MemoryBound = MemoryBound.RLIMIT
) -> RunResult:
    """Give the result of a run that was held to its end."""
    said = conversation.said
    conclusion = conclude(said, end, spec.limits)
    load_output, call_output = conversation.log.finish()
    return RunResult(
        status=conclusion.status,
        outcomes=said.outcomes,
        detail=conclusion.detail,
        failure=said.failure,
        limit=conclusion.limit,
        load_output=load_output,
        call_output=call_output,
        wall_s=end.wall_s,
        cpu_s=end.cpu_s,
        memory_bound=memory_bound,
        numpy_version=said.numpy_version,
    )


def fail(spec: RunSpec, reason: str) -> RunResult:
    """Give the result of a run that could not be made, which is our fault."""
    count = len(spec.calls)
    return RunResult(
        status=RunStatus.SANDBOX_FAILED,
        outcomes=(NotMade(),) * count,
        detail=reason,
        call_output=(Output(""),) * count,
    )
