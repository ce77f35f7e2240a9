"""What an operator may see of the sandbox: what its examination found, and how its pool is doing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sandbox.doctor import Examination


@dataclass(frozen=True, slots=True)
class Examined:
    """What the doctor found, and when."""

    examination: Examination
    at: datetime


@dataclass(frozen=True, slots=True)
class PoolState:
    """The pool of children at one moment; the last two count from the start of the server."""

    slots: int
    busy: int
    waiting: int
    """Runs that wait for a slot."""
    children_run: int
    zygotes_replaced: int


class SandboxState(Protocol):
    """What tells of the sandbox without running anything in it."""

    @property
    def examined(self) -> Examined | None:
        """Give what the start found, also where it was refused; None before that."""
        ...

    @property
    def pool(self) -> PoolState | None:
        """Give the pool as it is now; None where children come from no pool."""
        ...
