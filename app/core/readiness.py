"""Whether this server judges at the moment, as one object that everyone can ask."""

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum


class JudgingState(StrEnum):
    """The three states of judging."""

    STARTING = "starting"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(slots=True)
class Readiness:
    """Set by the start-up, read by pages, the API and the health routes."""

    judging: JudgingState = JudgingState.STARTING
    reason: str = ""
    """For the operator: which layer is missing and what to do. Never shown to visitors."""
    worker_runs: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once it is known whether this server judges."""

    @property
    def is_judging(self) -> bool:
        """Tell whether a submission would be judged now."""
        return self.judging is JudgingState.OPEN and self.worker_runs

    def open(self) -> None:
        """Say that judging works."""
        self.judging, self.reason = JudgingState.OPEN, ""
        self.settled.set()

    def close(self, reason: str) -> None:
        """Say that nothing can be judged here."""
        self.judging, self.reason = JudgingState.CLOSED, reason
        self.settled.set()
