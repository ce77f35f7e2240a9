"""What is left behind by many submissions in sequence: it has to be nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.bench.processes import Holdings, holdings
from app.bench.rates import Load
from app.bench.samples import rounded
from app.bench.workload import Attempt
from sandbox.warm.runner import WarmRunner

WARM_UPS = 1000
"""At most so many, and no more than are counted: caches fill, and the heap finds its size."""


@dataclass(frozen=True, slots=True)
class Soak:
    """Two counts, each at a quiet moment."""

    submissions: int
    before: Holdings
    after: Holdings

    def figures(self, *, with_memory: bool) -> dict[str, float]:
        """Compare the counts."""
        figures: dict[str, float] = {
            "growth_fds": self.after.fds - self.before.fds,
            "growth_processes": self.after.processes - self.before.processes,
            "growth_namespaces": self.after.namespaces - self.before.namespaces,
        }
        if with_memory and self.before.pss_kib and self.after.pss_kib:
            figures["memory_ratio"] = rounded(self.after.pss_kib / self.before.pss_kib)
        return figures

    def baselines(self) -> dict[str, float]:
        """Tell what was compared."""
        told: dict[str, float] = {
            "soak_submissions": self.submissions,
            "fds": self.before.fds,
            "processes": self.before.processes,
            "namespaces": self.before.namespaces,
        }
        if self.before.pss_kib and self.after.pss_kib:
            told["memory_before_mib"] = rounded(self.before.pss_kib / 1024)
            told["memory_after_mib"] = rounded(self.after.pss_kib / 1024)
        return told


async def measure(runner: WarmRunner, load: Load, attempts: Sequence[Attempt], *, submissions: int) -> Soak:
    """Judge `submissions` one after the other, and count before and after."""
    await _judge(load, attempts, min(WARM_UPS, submissions))
    before = await _quiet(runner)
    await _judge(load, attempts, submissions)
    return Soak(submissions, before, await _quiet(runner))


async def _judge(load: Load, attempts: Sequence[Attempt], count: int) -> None:
    for number in range(count):
        await load.judge_one(attempts[number % len(attempts)])


async def _quiet(runner: WarmRunner) -> Holdings:
    """Count when every child but the parked ones is gone."""
    await runner.rest()
    return holdings()
