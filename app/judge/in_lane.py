"""A runner whose children take the turns of one lane, so that the sandbox is fair between owners."""

from dataclasses import replace

from sandbox.spec import Runner, RunResult, RunSpec


class InLane:
    """Implements `Runner`: every run of one judgement counts as its owner's, whatever source it runs."""

    def __init__(self, runner: Runner, lane: str) -> None:
        """Run on `runner`, in `lane`."""
        self._runner = runner
        self._lane = lane

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child to its end."""
        return await self._runner.run(replace(spec, lane=self._lane))
