"""One slot of the pool: a zygote, the child it keeps ready, and a new zygote when the time has come."""

import asyncio
import contextlib
import secrets
from typing import Final

from sandbox.errors import LaunchFailed
from sandbox.jail.cgroups import SlotGroup
from sandbox.jail.walls import Wall
from sandbox.spec import Limits, MemoryBound
from sandbox.warm.child import WarmChild, bounds_of
from sandbox.warm.ground import Ground
from sandbox.warm.zygote import END_S, Zygote

_SPARE_BYTES: Final = 128 << 20
"""What the zygote and the children before and after a run may take beside its own memory."""
_PROCESSES: Final = 16


class Slot:
    """Gives one child at a time. A child is used once; only its zygote stays."""

    def __init__(
        self,
        ground: Ground,
        *,
        parked: bool,
        generation: int,
        processor: int | None,
    ) -> None:
        """Keep a warmed child ready if `parked`, and a zygote for `generation` children at most."""
        self._ground = ground
        self._parks = parked
        self._wanted_processor = processor
        self.processor: int | None = None
        """The one that everything of it runs on; None where it may run on any."""
        self._generation = generation
        self._zygote: Zygote | None = None
        self._ready: WarmChild | None = None
        self._group: SlotGroup | None = ground.groups.make(secrets.token_hex(4)) if ground.groups else None
        self._limits = Limits()
        """Those of the latest run, which the next one most likely has too."""
        self._is_regular = True
        """Whether the latest two would fit the same child."""
        self._memory_bytes = 0
        self._oom_kills = 0
        self.replaced = 0
        """How many zygotes have had a successor."""

    @property
    def zygote(self) -> Zygote | None:
        """The zygote of the moment."""
        return self._zygote

    @property
    def has_parked(self) -> bool:
        """Whether a child was asked for ahead."""
        return self._ready is not None

    async def parked(self) -> None:
        """Wait until the child that was asked for ahead, if any, is ready for work."""
        child = self._ready
        if child is None:
            return
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(child.pipes.result, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(child.pipes.result)

    @property
    def memory_bound(self) -> MemoryBound:
        """What bounds the memory of its children."""
        return MemoryBound.CGROUP if self._group else MemoryBound.RLIMIT

    async def renew(self) -> None:
        """Make sure of a living zygote that is not too old; the old one is proved to be gone first.

        Raises:
            LaunchFailed: none can be made on this host.
        """
        if self.is_well:
            return
        is_first = self._zygote is None
        await self._retire()
        ground = self._ground
        fresh = Zygote(ground.image, ground.filter_program, outer=ground.ring, without=ground.without)
        self._zygote = fresh  # at once, so that whoever stops waiting leaves none behind
        await fresh.start(self._settle_in)
        self.replaced += not is_first

    def _settle_in(self, pid: int) -> None:
        """Bind a zygote that has no child yet, and keep it on its processor.

        It does not go without a bound that this host was found to have.
        """
        if self._group is not None and not self._group.enter(pid):
            raise LaunchFailed(Wall.CONTROL_GROUP, "the zygote could not be moved into it")
        process = self._zygote.process if self._zygote else None
        wanted = self._wanted_processor
        if wanted is not None and process is not None:
            self.processor = wanted if process.keep_on(wanted) else None

    def ran_out_of_memory(self) -> bool:
        """Tell whether the kernel has killed something in the group since it was last asked."""
        if self._group is None:
            return False
        before, self._oom_kills = self._oom_kills, self._group.oom_kills()
        return self._oom_kills > before

    async def child(self, limits: Limits) -> WarmChild:
        """Give the child that is ready, or order one, bound by `limits`.

        Raises:
            LaunchFailed: no zygote can be made on this host.
        """
        self._is_regular, self._limits = bounds_of(limits) == bounds_of(self._limits), limits
        self._bound(limits.memory_bytes)
        if self._ready is not None and not self._ready.is_fit(limits):
            await self._ready.bury()
            self._ready = None
        ready, self._ready = self._ready, None
        if ready is None:
            await self.renew()
            if self._zygote is None:
                raise LaunchFailed("zygote", "it is gone")
            ready = self._zygote.order(limits, warmed=False)
        return ready

    def _bound(self, memory_bytes: int) -> None:
        if self._group is not None and memory_bytes != self._memory_bytes:
            if not self._group.set_limits(memory_bytes + _SPARE_BYTES, _PROCESSES):
                raise LaunchFailed(Wall.CONTROL_GROUP, "it takes no limit any more")
            self._memory_bytes = memory_bytes

    def distrust(self) -> None:
        """End the zygote, of which something was heard that may not be."""
        if self._zygote is not None:
            self._zygote.end()

    @property
    def is_alive(self) -> bool:
        """Whether its zygote lives."""
        return self._zygote is not None and self._zygote.is_alive

    @property
    def is_well(self) -> bool:
        """Whether its zygote lives and is not too old for another child."""
        return self.is_alive and self._zygote is not None and self._zygote.forked < self._generation

    def park(self, *, warmed: bool) -> None:
        """Order a child ahead, so that it is there when it is wanted; warm it if that may take a while.

        One that is wanted at once is ordered only if it is likely to be fit.
        """
        if (
            self._parks
            and self._ready is None
            and self._zygote
            and self.is_well
            and (warmed or self._is_regular)
        ):
            with contextlib.suppress(LaunchFailed):  # the next run makes a new zygote and tells
                self._ready = self._zygote.order(self._limits, warmed=warmed)

    async def _retire(self, *, within_s: float | None = None) -> None:
        """End the zygote, and with it the child that was asked for ahead; None waits for ever."""
        ready, self._ready = self._ready, None
        zygote, self._zygote = self._zygote, None
        try:
            if zygote is not None:
                await zygote.aclose(within_s=within_s)
        finally:
            if ready is not None:
                await ready.bury()  # which has nothing to wait for any more

    async def aclose(self) -> None:
        """End the zygote and everything that it made.

        Raises:
            LaunchFailed: something of it was not gone in time.
        """
        await self._retire(within_s=END_S)
        if self._group is not None:
            self._group.remove()
            self._group = None
