"""How long one submission waits for one child, on an idle machine, by every way there is."""

import time
from dataclasses import dataclass, field

from app.bench.bare import BareForks, BareInterpreter
from app.bench.errors import BenchFailed
from app.bench.samples import Samples, rounded
from sandbox.spec import Runner, RunSpec, RunStatus
from sandbox.warm.runner import WarmRunner

WARM_UPS = 10


@dataclass(frozen=True, slots=True)
class Latency:
    """The durations of each way."""

    fork: Samples = field(default_factory=Samples)
    parked: Samples = field(default_factory=Samples)
    on_demand: Samples = field(default_factory=Samples)
    cold: Samples = field(default_factory=Samples)

    def figures(self) -> dict[str, float]:
        """Compare the medians."""
        return {
            "warm_over_fork": rounded(self.parked.median_s / self.fork.median_s),
            "on_demand_over_fork": rounded(self.on_demand.median_s / self.fork.median_s),
            "cold_over_warm": rounded(self.cold.median_s / self.parked.median_s),
        }

    def baselines(self) -> dict[str, float]:
        """Tell what was compared."""
        return (
            self.fork.told("fork")
            | self.parked.told("warm")
            | self.on_demand.told("on_demand")
            | self.cold.told("cold")
        )


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways to one child that are compared."""

    forks: BareForks
    interpreter: BareInterpreter
    parking: WarmRunner
    on_demand: WarmRunner

    async def rest(self) -> None:
        """Wait until nothing of an earlier run goes on and the parked child is ready."""
        await self.on_demand.rest()
        await self.parking.rest()


async def measure(ways: Ways, spec: RunSpec, *, runs: int, cold_runs: int) -> Latency:
    """Go round all ways `runs` times, so that the machine's moods meet each of them alike."""
    for _ in range(min(WARM_UPS, runs)):
        await _round(ways, spec, Latency())
    latency = Latency()
    cold_every = max(1, runs // max(1, cold_runs))
    for turn in range(runs):
        await _round(ways, spec, latency)
        if turn % cold_every == 0:
            latency.cold.add(ways.interpreter.cold_s(spec, ways.forks.answer_bytes))
    return latency


async def _round(ways: Ways, spec: RunSpec, latency: Latency) -> None:
    await ways.rest()
    latency.fork.add(ways.forks.latency_s())
    await ways.rest()
    latency.parked.add(await run_s(ways.parking, spec))
    await ways.rest()
    latency.on_demand.add(await run_s(ways.on_demand, spec))


async def run_s(runner: Runner, spec: RunSpec) -> float:
    """Measure one run, from its submission until all answers are there.

    Raises:
        BenchFailed: the child did not answer every call.
    """
    begun = time.perf_counter()
    result = await runner.run(spec)
    answered = time.perf_counter()
    if result.status is not RunStatus.COMPLETED:
        raise BenchFailed(
            f"a child of the benchmark did not answer: {result.status} {result.detail}".rstrip()
        )
    return answered - begun
