"""Hold real children still, and read what they say and what the kernel says about them."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sandbox import probes
from sandbox.conversation import Conversation
from sandbox.ending import End
from sandbox.errors import LaunchFailed
from sandbox.hold import Hold
from sandbox.jail.cgroups import SlotGroup
from sandbox.launch import Launched
from sandbox.layers import Place
from sandbox.spec import Call, Limits, Returned, RunSpec
from sandbox.warm.child import WarmChild
from sandbox.warm.ground import Ground
from sandbox.warm.zygote import Zygote

Maker = Callable[[], AbstractAsyncContextManager[Hold]]

GROUP: Final = "doctor"
"""The token of the examined zygote's control group."""
_SOURCE: Final = probes.ATTEMPTS.encode()
_LIMITS: Final = Limits(wall_s=10)


@dataclass(frozen=True, slots=True)
class Examined:
    """What children of one path said, what the kernel says about one of them, and how they ended."""

    place: Place
    said: dict[str, str]
    """What a child said, behind all its walls."""
    bare: dict[str, str]
    """What a child said whose filter allows all: the walls under the filter."""
    status: dict[str, str]
    parent: dict[str, str]
    """The kernel's status of the process that forked the child."""
    limits: dict[str, str]
    namespaces: dict[str, str]
    shared: dict[str, str]
    """The parent's namespaces."""
    ours: dict[str, str]
    """The server's."""
    group: str
    """The child's control groups, as the kernel tells them."""
    killed_from_outside: bool
    killed_by_filter: bool


@contextlib.asynccontextmanager
async def makers(place: Place, ground: Ground) -> AsyncIterator[Maker]:
    """Give what makes children of one path as the runners do: the zygote's in a ring and a group.

    Raises:
        LaunchFailed: no zygote could be made; its step names the wall.
    """
    if place is Place.FRESH:
        yield lambda: _buried(Launched(ground.image, without=ground.without))
        return
    group = ground.groups.make(GROUP) if ground.groups else None
    zygote = Zygote(ground.image, ground.filter_program, outer=ground.ring, without=ground.without)
    try:
        await zygote.start(lambda pid: _enter(group, pid))
        yield lambda: _buried(zygote.order(_LIMITS, warmed=False))
    finally:
        await zygote.aclose()
        if group is not None:
            group.remove()


def _enter(group: SlotGroup | None, pid: int) -> None:
    if group is not None:
        group.enter(pid)


@contextlib.asynccontextmanager
async def _buried(child: Launched | WarmChild) -> AsyncIterator[Hold]:
    try:
        yield child
    finally:
        await child.bury()


async def examine_children(place: Place, ground: Ground) -> Examined:
    """Run the attempts in one child, again in one without a filter, and a forbidden call in a third.

    Raises:
        LaunchFailed: no child could be made; its step names the wall.
    """
    program = ground.filter_program
    async with makers(place, replace(ground, filter_program=probes.ALLOW_ALL)) as make, make() as child:
        unfiltered = _talk(child, probes.ALLOW_ALL, "bare")
        await _hold(unfiltered)
    async with makers(place, ground) as make:
        async with make() as child:
            by_filter = await _hold(_talk(child, program, "unshare"))
        async with make() as child:
            return await _examine(place, _talk(child, program, "attempt", "rest"), unfiltered, by_filter)


async def _examine(place: Place, resting: Conversation, unfiltered: Conversation, by_filter: End) -> Examined:
    holding = asyncio.create_task(_hold(resting))
    await resting.until(lambda: _answered(resting) or resting.is_over() or holding.done(), _LIMITS.wall_s)
    process = resting.child.process
    pid = process.pid() if process is not None else None
    status, limits = _read(pid, "status"), _read(pid, "limits")
    parent = status.get("PPid", "0")
    namespaces = await asyncio.to_thread(probes.namespaces_of, pid or 0)
    shared = await asyncio.to_thread(probes.namespaces_of, parent)
    parent_status = _read(parent, "status")
    group = await asyncio.to_thread(_text, f"/proc/{pid}/cgroup")
    resting.child.kill()
    from_outside = await holding
    return Examined(
        place=place,
        said=_told(resting),
        bare=_told(unfiltered),
        status=status,
        parent=parent_status,
        limits=limits,
        namespaces=namespaces,
        shared=shared,
        group=group,
        ours=await asyncio.to_thread(probes.namespaces_of, "self"),
        killed_from_outside=from_outside.code == -signal.SIGKILL and not from_outside.at_deadline,
        killed_by_filter=by_filter.code == -signal.SIGSYS,
    )


def _talk(child: Hold, filter_program: bytes, *functions: str) -> Conversation:
    calls = tuple(Call(function, ()) for function in functions)
    return Conversation(child, RunSpec(_SOURCE, calls, _LIMITS), filter_program=filter_program)


async def _hold(conversation: Conversation) -> End:
    end = await conversation.hold()
    if end.fault is not None:
        step, _, reason = end.fault.partition(": ")
        raise conversation.child.failed or LaunchFailed(step, reason)
    if conversation.said.load is None:
        load_output, _ = conversation.log.finish()
        last_words = load_output.text.strip().splitlines() or ["it said nothing"]
        raise LaunchFailed("lock", f"the child ended before its source was run; {last_words[-1]}")
    return end


def _answered(conversation: Conversation) -> bool:
    return isinstance(conversation.said.outcomes[0], Returned)


def _told(conversation: Conversation) -> dict[str, str]:
    outcome = conversation.said.outcomes[0]
    return probes.facts(str(outcome.value)) if isinstance(outcome, Returned) else {}


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _read(pid: int | str | None, name: str) -> dict[str, str]:
    try:
        return probes.kernel_facts(Path(f"/proc/{pid}/{name}"))
    except OSError:  # it ended by itself, which its answers will tell
        return {}
