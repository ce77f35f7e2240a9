"""A runner whose children are forked by warm zygotes: as walled as fresh ones, and ready at once."""

import asyncio
import contextlib
import os
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox import image, outcome, processors
from sandbox.conversation import END_S, Attention, Conversation
from sandbox.errors import LaunchFailed
from sandbox.jail import policy
from sandbox.jail.walls import Wall
from sandbox.request import check
from sandbox.spec import RunResult, RunSpec, RunStatus
from sandbox.warm.blame import Attempt, settle
from sandbox.warm.child import WarmChild
from sandbox.warm.ground import Ground, survey
from sandbox.warm.queue import FairQueue
from sandbox.warm.slot import Slot

ATTEMPTS: Final = 3
"""How often a run is made whose child was lost through no fault of its own."""
GENERATION: Final = 1000
"""How many children a zygote forks before a new one, with a new hash seed, takes its place."""
MOST_WAITING: Final = 1000


class WarmRunner:
    """Runs each spec in a forked child of its own, at most `slots` at a time."""

    def __init__(
        self,
        images_dir: Path,
        *,
        slots: int | None = None,
        parked: bool = True,
        generation: int = GENERATION,
        most_waiting: int = MOST_WAITING,
        unsafe_without: frozenset[Wall] = frozenset(),
    ) -> None:
        """Keep root images below `images_dir`; one slot a processor where `slots` is None.

        `parked` keeps a child ready in each idle slot. `unsafe_without` leaves walls out, for tests
        that have to see what they hold back.
        """
        self._images_dir = images_dir
        self._count = slots or processors.count()
        self._parked = parked
        self._generation = generation
        self._without = unsafe_without
        self._queue = FairQueue(self._count, most_waiting=most_waiting)
        self._starting = asyncio.Lock()
        self._closing = False
        self._image: Path | None = None
        self._let_go: Callable[[], object] | None = None
        self.ground: Ground | None = None
        """What was found on this host; None before the start."""
        self.slots: list[Slot] = []
        self._idle: list[Slot] = []
        self._burials: set[asyncio.Task[None]] = set()
        self._under_way = 0
        self._at_rest = asyncio.Event()
        self.made = 0
        """How many children were given work."""

    @property
    def busy(self) -> int:
        """How many slots have a child with work, or one that is not proved to be gone."""
        return len(self.slots) - len(self._idle)

    @property
    def waiting(self) -> int:
        """How many runs wait for their turn."""
        return self._queue.waiting

    async def start(self) -> Path:
        """Build the image and start the zygotes, where that is still to be done; give the image.

        Raises:
            SandboxError: this host lacks what that takes.
        """
        async with self._starting:
            if self._image is None:
                program = policy.compile_filter()
                home = await asyncio.to_thread(image.ensure, self._images_dir)
                let_go = weakref.finalize(self, os.close, image.hold(home))
                try:
                    ground = await asyncio.to_thread(survey, home, program, without=self._without)
                    await self._open_slots(ground)
                except BaseException:
                    let_go()
                    raise
                self._let_go, self._image = let_go, home
            return self._image

    async def _open_slots(self, ground: Ground) -> None:
        slots = [Slot(ground, parked=self._parked, generation=self._generation) for _ in range(self._count)]
        failure: BaseException | None = None
        try:
            failures = await asyncio.gather(*(slot.renew() for slot in slots), return_exceptions=True)
            failure = next((found for found in failures if found is not None), None)
        except asyncio.CancelledError as stop:
            failure = stop
        if failure is not None:
            await asyncio.gather(*(slot.aclose() for slot in slots))
            raise failure
        for slot in slots:
            slot.park()
        self.ground, self.slots, self._idle = ground, slots, list(slots)

    async def rest(self) -> None:
        """Wait until nothing is under way and every slot that parks a child has it ready for work."""
        await self._settled()
        for slot in self.slots:
            await slot.parked()

    async def aclose(self) -> None:
        """Let runs under way and waiting ones end, then end the zygotes, and let go of the image.

        Raises:
            LaunchFailed: a zygote was not gone in time.
        """
        self._closing = True
        await self._settled()
        failures = await asyncio.gather(*(slot.aclose() for slot in self.slots), return_exceptions=True)
        if self._let_go is not None:
            self._let_go()
        for failure in failures:
            if failure is not None:
                raise failure

    async def _settled(self) -> None:
        while self._under_way:
            self._at_rest.clear()
            await self._at_rest.wait()
        await asyncio.gather(*self._burials)

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child; its slot is free again once the child is gone, which may be a little later.

        Raises:
            ValueError: the spec contradicts itself.
            SandboxError: this host cannot run any child.
        """
        check(spec)
        if self._closing:
            return outcome.fail(spec, "the runner is closing")
        self._under_way += 1
        try:
            await self.start()
            return await self._run(spec)
        finally:
            self._under_way -= 1
            self._at_rest.set()

    async def _run(self, spec: RunSpec) -> RunResult:
        """Make attempts until one says something of the source."""
        for left in reversed(range(ATTEMPTS)):
            is_first = left == ATTEMPTS - 1
            if not await self._queue.take(spec.lane, may_be_refused=is_first):
                return outcome.fail(spec, f"{self._queue.waiting} runs wait already; try again later")
            attempt = await self._attempt(spec)
            if attempt.is_conclusive or not left:
                break
        return attempt.result

    async def _attempt(self, spec: RunSpec) -> Attempt:
        slot = self._take_slot()
        child = end = None
        try:
            child = await slot.child(spec.limits)
            self.made += 1
            conversation = Conversation(child, spec, attention=self._attention(child))
            end = await conversation.hold()
            result = outcome.tell(spec, conversation, end, memory_bound=slot.memory_bound)
        except LaunchFailed as failure:
            result = outcome.fail(spec, str(failure))
        finally:
            self._bury(slot, child)
        is_well = result.status is RunStatus.COMPLETED
        return settle(result, end, ran_out=not is_well and slot.ran_out_of_memory())

    def _attention(self, child: WarmChild) -> Attention:
        if self._queue.waiting:
            return Attention.PATIENT
        is_alone = child.process is not None and self.busy < processors.count()
        return Attention.EAGER if is_alone else Attention.USUAL

    def _take_slot(self) -> Slot:
        """Take an idle slot, one with a child ready before others."""
        chosen = next((slot for slot in reversed(self._idle) if slot.has_parked), self._idle[-1])
        self._idle.remove(chosen)
        return chosen

    def _bury(self, slot: Slot, child: WarmChild | None) -> None:
        """Free the slot once its child is proved to be gone, though nobody waits for it any more."""
        burial = asyncio.create_task(self._free(slot, child))
        self._burials.add(burial)
        burial.add_done_callback(self._burials.discard)

    async def _free(self, slot: Slot, child: WarmChild | None) -> None:
        try:
            if child is not None:
                await _until_gone(slot, child)
            with contextlib.suppress(LaunchFailed):  # the next run tries again and tells
                await slot.renew()
        finally:
            self._idle.append(slot)
            if not self._queue.waiting:
                for idle in self._idle:
                    idle.park()
            self._queue.give_back()


async def _until_gone(slot: Slot, child: WarmChild) -> None:
    """Wait until a child is gone; one that does not go takes its zygote along."""
    try:
        async with asyncio.timeout(END_S):
            await child.bury()
    except TimeoutError:
        slot.distrust()
