"""A runner that starts a fresh interpreter for each child: slow, and simple enough to trust.

Imports the standard library only.
"""

import asyncio
import os
import weakref
from pathlib import Path

from sandbox import image
from sandbox.conversation import END_S, Conversation
from sandbox.ending import End, conclude
from sandbox.errors import LaunchFailed
from sandbox.jail import policy
from sandbox.launch import Launched
from sandbox.request import check
from sandbox.spec import NotMade, Output, RunResult, RunSpec, RunStatus


class FreshRunner:
    """Runs each spec in its own jailed interpreter, at most `slots` at a time."""

    def __init__(self, images_dir: Path, *, slots: int | None = None) -> None:
        """Keep root images below `images_dir`; one slot a processor where `slots` is None."""
        self._images_dir = images_dir
        self._slots = asyncio.Semaphore(slots or os.cpu_count() or 1)
        self._starting = asyncio.Lock()
        self._image: Path | None = None
        self._filter_program = b""
        self._burials: set[asyncio.Task[None]] = set()

    async def start(self) -> Path:
        """Build the image and compile the filter, where that is still to be done; give the image.

        Raises:
            SandboxError: this host lacks what that takes.
        """
        async with self._starting:
            if self._image is None:
                self._filter_program = policy.compile_filter()
                self._image = await asyncio.to_thread(image.ensure, self._images_dir)
                weakref.finalize(self, os.close, image.hold(self._image))
            return self._image

    async def aclose(self) -> None:
        """Wait until every child is gone."""
        while self._burials:
            await asyncio.gather(*self._burials)

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child to its end.

        Raises:
            ValueError: the spec contradicts itself.
            SandboxError: this host cannot run any child.
        """
        check(spec)
        home = await self.start()
        async with self._slots:
            return await self._run(home, spec)

    async def _run(self, home: Path, spec: RunSpec) -> RunResult:
        try:
            launched = Launched(home)
        except LaunchFailed as failure:
            return _failed(spec, str(failure))
        try:
            conversation = Conversation(launched, spec, self._filter_program)
            end = await conversation.hold()
        finally:
            await self._bury(launched)
        return _result(spec, conversation, end)

    async def _bury(self, launched: Launched) -> None:
        """Let go of a child for good, even where the caller no longer waits; never hang with the host."""
        launched.kill()
        burial = asyncio.create_task(asyncio.to_thread(launched.release))
        self._burials.add(burial)
        burial.add_done_callback(self._burials.discard)
        await asyncio.wait({burial}, timeout=END_S)


def _result(spec: RunSpec, conversation: Conversation, end: End) -> RunResult:
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
        numpy_version=said.numpy_version,
    )


def _failed(spec: RunSpec, reason: str) -> RunResult:
    count = len(spec.calls)
    return RunResult(
        status=RunStatus.SANDBOX_FAILED,
        outcomes=(NotMade(),) * count,
        detail=reason,
        call_output=(Output(""),) * count,
    )
