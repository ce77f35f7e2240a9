"""`kata bench sandbox`: times, rates, memory and what is left behind, against baselines of the same run."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from app.bench import latency, machine, processes, rates, slot, soak, workload
from app.bench.bare import BareForks, BareInterpreter
from app.bench.latency import Latency, Ways
from app.bench.rates import Baselines, Loads, Rates
from app.bench.report import Benchmark
from app.bench.slot import SlotMemory
from app.bench.soak import Soak
from sandbox import processors
from sandbox.warm.runner import WarmRunner

NAME = "sandbox"


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is measured."""

    latency_runs: int = 400
    cold_runs: int = 100
    rate_rounds: int = 3
    rate_s: float = 2.0
    submissions: int = 200
    with_memory: bool = False
    """Whether the submissions are enough for memory to be compared."""


FULL = Amount()
QUICK = Amount(latency_runs=5, cold_runs=2, rate_rounds=1, rate_s=0.2, submissions=3)
"""Enough to see that everything works; its figures mean little."""


class SandboxBench:
    """Measures the sandbox with the work of one kata."""

    def __init__(self, images_dir: Path, amount: Amount) -> None:
        self._images_dir = images_dir
        self._amount = amount
        self._package = workload.load_kata()
        self._attempts = workload.mix(self._package)
        self._spec = workload.six_calls(self._package)
        self._slots = processors.count()

    async def measure(self) -> Benchmark:
        """Measure everything, one part after the other.

        Raises:
            BenchFailed: a submission got what it must not get, so that no figure would mean anything.
            SandboxError: this host cannot run any child.
        """
        processes.adopt_orphans()
        memory = await self._slot()
        times = await self._latency()
        sustained, left = await self._load()
        return Benchmark(
            NAME,
            times.figures()
            | sustained.figures()
            | memory.figures()
            | left.figures(with_memory=self._amount.with_memory),
            times.baselines() | sustained.baselines() | memory.baselines() | left.baselines(),
            machine.facts(),
        )

    async def _slot(self) -> SlotMemory:
        async with _started(WarmRunner(self._images_dir, slots=1)) as runner:
            return await slot.measure(runner)

    async def _latency(self) -> Latency:
        async with (
            _started(WarmRunner(self._images_dir)) as parking,
            _started(WarmRunner(self._images_dir, parked=False)) as on_demand,
        ):
            interpreter = BareInterpreter(await parking.start())
            with BareForks(interpreter, [self._spec]) as forks:
                return await latency.measure(
                    Ways(forks, interpreter, parking, on_demand),
                    self._spec,
                    runs=self._amount.latency_runs,
                    cold_runs=self._amount.cold_runs,
                )

    async def _load(self) -> tuple[Rates, Soak]:
        async with (
            _started(WarmRunner(self._images_dir, slots=self._slots)) as one_a_core,
            _started(WarmRunner(self._images_dir)) as runner,
        ):
            children = rates.Load(one_a_core, self._package, self._attempts)
            load = rates.Load(runner, self._package, self._attempts)
            interpreter = BareInterpreter(await runner.start())
            await load.warm_up()
            judging = await load.record()
            with contextlib.ExitStack() as stack:
                forks, judging_forks = (
                    [stack.enter_context(BareForks(interpreter, specs)) for _ in range(self._slots)]
                    for specs in ([self._spec], judging)
                )
                sustained = await rates.measure(
                    Loads(children, load),
                    Baselines(forks, judging_forks),
                    self._spec,
                    rounds=self._amount.rate_rounds,
                    seconds=self._amount.rate_s,
                )
            return sustained, await soak.measure(
                runner, load, self._attempts, submissions=self._amount.submissions
            )


@contextlib.asynccontextmanager
async def _started(runner: WarmRunner) -> AsyncIterator[WarmRunner]:
    await runner.start()
    try:
        yield runner
    finally:
        await runner.aclose()
