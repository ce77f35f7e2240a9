"""Hold a real child still, and read what it says and what the kernel says about it."""

import asyncio
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox import probes
from sandbox.conversation import Conversation
from sandbox.ending import End
from sandbox.errors import LaunchFailed
from sandbox.launch import Launched
from sandbox.spec import Call, Limits, Returned, RunSpec

_SOURCE: Final = probes.ATTEMPTS.encode()
_LIMITS: Final = Limits(wall_s=10)


@dataclass(frozen=True, slots=True)
class Examined:
    """What a child said, what the kernel says about it, and how two children ended."""

    said: dict[str, str]
    status: dict[str, str]
    limits: dict[str, str]
    killed_from_outside: bool
    killed_by_filter: bool


async def examine_child(home: Path, filter_program: bytes) -> Examined:
    """Run the attempts in one child and a forbidden call in another.

    Raises:
        LaunchFailed: no child could be made; its step names the layer.
    """
    forbidden = RunSpec(_SOURCE, (Call("unshare", ()),), _LIMITS)
    by_filter = await _hold(Conversation(Launched(home), forbidden, filter_program))
    resting = RunSpec(_SOURCE, (Call("attempt", ()), Call("rest", ())), _LIMITS)
    launched = Launched(home)
    conversation = Conversation(launched, resting, filter_program)
    holding = asyncio.create_task(_hold(conversation))
    await conversation.until(lambda: _answered(conversation) or conversation.is_over(), _LIMITS.wall_s)
    status, limits = _read(launched, "status"), _read(launched, "limits")
    launched.kill()
    from_outside = await holding
    outcome = conversation.said.outcomes[0]
    told = outcome.value if isinstance(outcome, Returned) else ""
    return Examined(
        said=probes.facts(str(told)),
        status=status,
        limits=limits,
        killed_from_outside=from_outside.code == -signal.SIGKILL and not from_outside.at_deadline,
        killed_by_filter=by_filter.code == -signal.SIGSYS,
    )


async def _hold(conversation: Conversation) -> End:
    launched = conversation.launched
    try:
        end = await conversation.hold()
    finally:
        launched.kill()
        await asyncio.to_thread(launched.release)
    if launched.failed is not None:
        raise launched.failed
    if end.fault is not None:
        raise LaunchFailed("start", end.fault)
    return end


def _answered(conversation: Conversation) -> bool:
    return isinstance(conversation.said.outcomes[0], Returned)


def _read(launched: Launched, name: str) -> dict[str, str]:
    try:
        return probes.kernel_facts(Path(f"/proc/{launched.pid}/{name}"))
    except OSError:  # it ended by itself, which its answers will tell
        return {}
