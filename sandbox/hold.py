"""The server's hold on one child, whichever way the child was made.

Imports the standard library only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sandbox.errors import LaunchFailed
from sandbox.pipes import Pipes
from sandbox.process import Process


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child's process ended: exit code, or minus the signal, and its CPU time in all."""

    code: int
    cpu_s: float


class Hold(Protocol):
    """One child: its pipes, its process, and what was heard of it."""

    pipes: Pipes
    process: Process | None
    """None until it is known to be there."""
    is_locked: bool
    """Whether all its walls stand before it has its request."""
    ended: Ended | None
    failed: LaunchFailed | None

    def attend(self, on_news: Callable[[], None]) -> None:
        """Call `on_news` whenever something was heard of the child."""
        ...

    def ignore(self) -> None:
        """Call nobody any more."""
        ...

    @property
    def is_lost(self) -> bool:
        """Whether nothing more can be heard of the child."""
        ...

    def measure(self) -> int:
        """Give its address space, once it is ready and before it has work.

        Raises:
            LaunchFailed: it cannot be measured.
        """
        ...

    def kill(self) -> None:
        """Kill the child, and with it every process below it."""
        ...

    async def bury(self) -> None:
        """Kill the child, wait until it is proved to be gone, and let go of it."""
        ...
