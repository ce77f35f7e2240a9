"""A runner whose children are forked by warm zygotes: as walled as fresh ones, and ready at once."""

import asyncio
import contextlib
import functools
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
from sandbox.warm.lease import Lease
from sandbox.warm.queue import FairQueue
from sandbox.warm.slot import Slot

ATTEMPTS: Final = 3
"""How often a run is made whose child was lost through no fault of its own."""
GENERATION: Final = 5000
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
        """Keep root images below `images_dir`; where `slots` is None, one a processor and one more.

        The one more keeps a processor busy while this process hands another slot its next child.

        `parked` keeps a child ready in each idle slot. `unsafe_without` leaves walls out, for tests
        that have to see what they hold back.
        """
        self._images_dir = images_dir
        self._count = slots or processors.count() + 1
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
        slots = [
            Slot(
                ground,
                parked=self._parked,
                generation=self._generation,
                processor=processor,
            )
            for processor in self._processors()
        ]
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
            slot.park(warmed=True)
        self.ground, self.slots, self._idle = ground, slots, list(slots)

    def _processors(self) -> list[int | None]:
        """Give one slot a processor its own, if there are enough slots; those beyond have none."""
        allowed = processors.allowed()
        pinned = [*allowed] if self._count >= len(allowed) else []
        return [*pinned, *[None] * (self._count - len(pinned))]

    async def rest(self) -> None:
        """Wait until nothing is under way and every slot that parks a child has it ready for work."""
        await self._settled()
        await self._mend()
        for slot in self.slots:
            slot.park(warmed=True)  # somebody may have left in the moment of his turn
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
            if self._image is None:
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
        lease = Lease(self._take_slot(), self._take_back)
        slot = lease.slot
        child = end = None
        try:
            child = await slot.child(spec.limits)
            self.made += 1
            child.when_ended(functools.partial(self._end, lease, child))
            conversation = Conversation(child, spec, attention=self._attention(slot, child))
            end = await conversation.hold()
            result = outcome.tell(spec, conversation, end, memory_bound=slot.memory_bound)
        except LaunchFailed as failure:
            result = outcome.fail(spec, str(failure))
        finally:
            self._bury(lease, child)
        # Once the slot is another's, so are the kills in its group; and who ended by himself was not killed.
        is_looked_into = result.status is not RunStatus.COMPLETED and not lease.is_over
        return settle(result, end, ran_out=is_looked_into and slot.ran_out_of_memory())

    def _attention(self, slot: Slot, child: WarmChild) -> Attention:
        if self._queue.waiting:
            return Attention.PATIENT
        # A child that is born where the server looks would have to share its processor.
        is_alone = self.busy < processors.count() and (
            slot.processor is not None or child.process is not None
        )
        return Attention.EAGER if is_alone else Attention.USUAL

    def _take_slot(self) -> Slot:
        """Take an idle slot: best with a child ready, then with a processor of its own that is not ours."""
        ours = processors.current()
        chosen = max(
            reversed(self._idle),
            key=lambda slot: (slot.has_parked, slot.processor is not None, slot.processor != ours),
        )
        self._idle.remove(chosen)
        return chosen

    def _end(self, lease: Lease, child: WarmChild) -> None:
        """Let the next one have the slot of a child that is gone, before anybody reads what it has said.

        One that did not end by itself is looked into first.
        """
        if child.ended is not None and child.ended.code == 0 and lease.slot.is_well:
            lease.end()

    def _take_back(self, slot: Slot) -> None:
        self._idle.append(slot)
        for idle in self._idle:
            idle.park(warmed=not self._queue.waiting)
        self._queue.give_back()

    def _bury(self, lease: Lease, child: WarmChild | None) -> None:
        """See to it that the slot is free once its child is proved to be gone, though nobody waits for it."""
        if child is not None and child.ended is not None and lease.is_over and self._is_sound():
            child.close()
            return
        burial = asyncio.create_task(self._free(lease, child))
        self._burials.add(burial)
        burial.add_done_callback(self._burials.discard)

    async def _free(self, lease: Lease, child: WarmChild | None) -> None:
        try:
            if child is not None:
                await _until_gone(lease.slot, child)
            if not lease.is_over:
                await _renew(lease.slot)
        finally:
            lease.end()
        await self._mend()

    def _is_sound(self) -> bool:
        """Tell whether there is nothing to be mended."""
        return all(slot.is_alive for slot in self._idle)

    async def _mend(self) -> None:
        """Replace the zygotes of idle slots that have died, before a run has to wait for that."""
        dead = [slot for slot in self._idle if not slot.is_alive]
        while dead and not self._closing and self._queue.take_free():
            slot = dead.pop()
            if slot not in self._idle:
                self._queue.give_back()
                continue
            self._idle.remove(slot)
            try:
                await _renew(slot)
            finally:
                self._take_back(slot)


async def _renew(slot: Slot) -> None:
    with contextlib.suppress(LaunchFailed):  # the next run tries again and tells
        await slot.renew()


async def _until_gone(slot: Slot, child: WarmChild) -> None:
    """Wait until a child is gone; one that does not go takes its zygote along."""
    try:
        async with asyncio.timeout(END_S):
            await child.bury()
    except TimeoutError:
        slot.distrust()
        child.close()
