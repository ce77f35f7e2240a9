"""The server's hold on a child that a zygote forked."""

import asyncio
from collections.abc import Callable

from sandbox.errors import LaunchFailed
from sandbox.hold import Ended
from sandbox.pipes import Pipes
from sandbox.process import Process
from sandbox.spec import Limits


class WarmChild:
    """One forked child. Implements `Hold`; its zygote tells it what it hears."""

    def __init__(self, pipes: Pipes, limits: Limits) -> None:
        """Stand for the child at the other ends of `pipes`, born within `limits`."""
        self.pipes = pipes
        self.process: Process | None = None
        self.ended: Ended | None = None
        self.failed: LaunchFailed | None = None
        self.is_lost = False
        self._settled = asyncio.Event()
        self._is_killed = False
        self.is_locked = True
        self._limits = limits
        self._on_news: Callable[[], None] = _nobody
        self._on_end: Callable[[], None] = _nobody

    def attend(self, on_news: Callable[[], None]) -> None:
        """Call `on_news` whenever something was heard of the child."""
        self._on_news = on_news

    def when_ended(self, on_end: Callable[[], None]) -> None:
        """Call `on_end` as soon as it has ended, before anybody else hears of that."""
        self._on_end = on_end

    def ignore(self) -> None:
        """Call nobody any more."""
        self._on_news = _nobody

    def tell(self) -> None:
        """Say that something was heard."""
        if self.is_lost or self.ended is not None:
            self._settled.set()
            self._on_end()
        elif self._is_killed:
            self.kill()
        self._on_news()

    def measure(self) -> int:
        """Give its address space.

        Raises:
            LaunchFailed: it cannot be measured.
        """
        if self.process is None:
            raise LaunchFailed("measure", "the child is not known yet")
        return self.process.address_space_bytes()

    def kill(self) -> None:
        """Kill the child, and with it every process below it; one still to be born, at its birth."""
        self._is_killed = True
        if self.process is not None and self.ended is None:
            self.process.kill()

    def is_gone(self) -> bool:
        """Tell whether the child's whole process tree is proved to be gone."""
        return self.process is None or self.process.is_gone()

    def is_fit(self, limits: Limits) -> bool:
        """Tell whether it can be given work within `limits`: it was born with them, and has not died."""
        is_dead = self.process is not None and self.process.is_gone()
        is_spent = self._is_killed or self.is_lost or self.ended is not None or is_dead
        return not is_spent and bounds_of(limits) == bounds_of(self._limits)

    async def bury(self) -> None:
        """Kill the child, wait until it has ended or its zygote has, and let go of it.

        Whoever is cancelled meanwhile leaves it to be buried by another.
        """
        self.kill()
        await self._settled.wait()
        self.close()

    def close(self) -> None:
        """Let go of what stands for it here."""
        self.pipes.close()
        if self.process is not None:
            self.process.close()


def bounds_of(limits: Limits) -> tuple[int, float]:
    """Give those limits that a child is born with: two runs that have them in common may use each other's."""
    return limits.memory_bytes, limits.cpu_s


def _nobody() -> None:
    pass
