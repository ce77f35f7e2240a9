"""A runner that follows a script, for fast tests of what stands above the sandbox.

Shipped and typed like the real one; it starts no process and runs no source.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from sandbox.spec import NotMade, Output, RunResult, RunSpec, RunStatus

Script: TypeAlias = RunResult | Callable[[RunSpec], RunResult]


class FakeRunner:
    """Answers each source by its script and remembers what it was asked."""

    def __init__(self, scripts: Mapping[bytes, Script]) -> None:
        """Follow `scripts`, keyed by source."""
        self._scripts = dict(scripts)
        self.seen: list[RunSpec] = []

    async def run(self, spec: RunSpec) -> RunResult:
        """Give the scripted result; a source without one gets SANDBOX_FAILED, as our own fault."""
        self.seen.append(spec)
        script = self._scripts.get(spec.source)
        if script is None:
            count = len(spec.calls)
            return RunResult(
                status=RunStatus.SANDBOX_FAILED,
                outcomes=(NotMade(),) * count,
                detail="no script for this source",
                call_output=(Output(""),) * count,
            )
        return script if isinstance(script, RunResult) else script(spec)
