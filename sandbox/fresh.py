"""A runner that starts a fresh interpreter for each child: slow, and simple enough to trust.

Imports the standard library only.
"""

import asyncio
import os
import weakref
from collections.abc import Callable
from pathlib import Path

from sandbox import image, outcome, processors
from sandbox.conversation import Conversation
from sandbox.errors import LaunchFailed
from sandbox.jail import policy
from sandbox.jail.walls import Wall
from sandbox.launch import Launched
from sandbox.request import check
from sandbox.spec import RunResult, RunSpec


class FreshRunner:
    """Runs each spec in its own jailed interpreter, at most `slots` at a time."""

    def __init__(
        self, images_dir: Path, *, slots: int | None = None, unsafe_without: frozenset[Wall] = frozenset()
    ) -> None:
        """Keep root images below `images_dir`; one slot a processor where `slots` is None.

        `unsafe_without` leaves walls out, for tests that have to see what they hold back.
        """
        self._images_dir = images_dir
        self._without = unsafe_without
        self._slots = asyncio.Semaphore(slots or processors.count())
        self._starting = asyncio.Lock()
        self._image: Path | None = None
        self._let_go: Callable[[], object] | None = None
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
                self._let_go = weakref.finalize(self, os.close, image.hold(self._image))
            return self._image

    async def aclose(self) -> None:
        """Wait until every child is gone, and let go of the image."""
        while self._burials:
            await asyncio.gather(*self._burials)
        if self._let_go is not None:
            self._let_go()
            self._let_go = self._image = None

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child; its slot is free again once the child is gone, which may be a little later.

        Raises:
            ValueError: the spec contradicts itself.
            SandboxError: this host cannot run any child.
        """
        check(spec)
        home = await self.start()
        await self._slots.acquire()
        try:
            launched = Launched(home, without=self._without)
        except LaunchFailed as failure:
            self._slots.release()
            return outcome.fail(spec, str(failure))
        try:
            conversation = Conversation(launched, spec, filter_program=self._filter_program)
            end = await conversation.hold()
        finally:
            self._bury(launched)
        return outcome.tell(spec, conversation, end)

    def _bury(self, launched: Launched) -> None:
        """Let go of a child for good, though nobody waits for it any more."""
        burial = asyncio.create_task(self._wait_for(launched))
        self._burials.add(burial)
        burial.add_done_callback(self._burials.discard)

    async def _wait_for(self, launched: Launched) -> None:
        await launched.bury()
        self._slots.release()
