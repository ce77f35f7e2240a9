"""How many children, and how many judgements, go through in a second when there is always another one.

Each round asks bare forks first, in as many interpreters as there are slots, then the sandbox. The forks
that judgements are compared with make the same calls as the children of judgements.
"""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field

from app.bench.bare import BareForks
from app.bench.errors import BenchFailed
from app.bench.latency import run_s
from app.bench.samples import median, rounded
from app.bench.workload import SEED, Attempt
from app.judge.judge import Judge
from app.judge.package import KataPackage
from app.judge.submission import Submission
from sandbox.spec import Runner, RunResult, RunSpec
from sandbox.warm.runner import WarmRunner

CALLERS_PER_SLOT = 2
"""So that there is always another submission waiting when a slot becomes free."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round, everything a second: bare forks, children, judgements, and the children of those.

    `judging_forks` are bare forks that make the calls of judgements' children.
    """

    forks: float
    judging_forks: float
    children: float
    judgements: float
    judged_children: float


@dataclass(slots=True)
class Rates:
    """All rounds."""

    rounds: list[Round] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """Compare within each round, and take the middle one."""
        return {
            "child_rate_over_fork_rate": rounded(median(one.children / one.forks for one in self.rounds)),
            # Judgements a second over (forks a second / children of a judgement).
            "judge_over_fork_rate": rounded(
                median(one.judged_children / one.judging_forks for one in self.rounds)
            ),
        }

    def baselines(self) -> dict[str, float]:
        """Tell what was compared."""
        return {
            "fork_rate_per_s": rounded(median(one.forks for one in self.rounds)),
            "child_rate_per_s": rounded(median(one.children for one in self.rounds)),
            "judging_fork_rate_per_s": rounded(median(one.judging_forks for one in self.rounds)),
            "judgement_rate_per_s": rounded(median(one.judgements for one in self.rounds)),
            "children_per_judgement": rounded(
                median(one.judged_children / one.judgements for one in self.rounds)
            ),
            "judge_over_six_call_fork_rate": rounded(
                median(one.judged_children / one.forks for one in self.rounds)
            ),
        }


class CountingRunner:
    """Counts the children that another runner makes, and remembers the work of some."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.children = 0
        self.record: list[RunSpec] | None = None

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child and count it."""
        self.children += 1
        if self.record is not None:
            self.record.append(spec)
        return await self._runner.run(spec)


class Load:
    """Keeps a runner busy from as many sides as its slots ask for."""

    def __init__(self, runner: WarmRunner, package: KataPackage, attempts: Sequence[Attempt]) -> None:
        self._runner = CountingRunner(runner)
        self._judge = Judge(self._runner)
        self._package = package
        self._attempts = attempts
        self._callers = CALLERS_PER_SLOT * len(runner.slots)
        self._seeds: Iterator[int] = itertools.count(SEED)

    async def warm_up(self) -> None:
        """Let the judge meet each submission once, and remember what it remembers of known bugs."""
        for attempt in self._attempts:
            await self.judge_one(attempt)

    async def record(self) -> list[RunSpec]:
        """Judge each submission once; give the work of all the children that it took."""
        specs: list[RunSpec] = []
        self._runner.record = specs
        await self.warm_up()
        self._runner.record = None
        return specs

    async def judge_one(self, attempt: Attempt) -> None:
        """Judge one submission, on hidden cases of its own.

        Raises:
            BenchFailed: it got another verdict than it must get.
        """
        submission = Submission(attempt.source, next(self._seeds))
        report = (await self._judge.judgement_of(submission, self._package)).interviewer
        if report.verdict is not attempt.verdict:
            raise BenchFailed(
                f"a submission got {report.verdict} in place of {attempt.verdict}: {report.summary}"
            )

    async def children_per_s(self, spec: RunSpec, seconds: float) -> float:
        """Run children for `seconds`; give how many a second."""
        done = await self._busy(seconds, lambda _: run_s(self._runner, spec))
        return done[0] / done[1]

    async def judgements_per_s(self, seconds: float) -> tuple[float, float]:
        """Judge for `seconds`; give judgements a second, and their children a second."""
        before = self._runner.children
        attempts = itertools.cycle(self._attempts)
        done, elapsed_s = await self._busy(seconds, lambda _: self.judge_one(next(attempts)))
        return done / elapsed_s, (self._runner.children - before) / elapsed_s

    async def _busy(self, seconds: float, work: Callable[[int], Awaitable[object]]) -> tuple[int, float]:
        """Do `work` from every side until the time is over; what has begun is finished and counted."""
        begun = time.perf_counter()
        done = 0

        async def caller(number: int) -> None:
            nonlocal done
            while time.perf_counter() - begun < seconds:
                await work(number)
                done += 1

        await asyncio.gather(*(caller(number) for number in range(self._callers)))
        return done, time.perf_counter() - begun


@dataclass(frozen=True, slots=True)
class Baselines:
    """Warm interpreters, one a slot: for the calls that are measured, and for those of judgements."""

    forks: Sequence[BareForks]
    judging_forks: Sequence[BareForks]


@dataclass(frozen=True, slots=True)
class Loads:
    """Two pools: one slot a processor for single children, and the service's own for judgements."""

    children: Load
    judging: Load


async def measure(loads: Loads, bare: Baselines, spec: RunSpec, *, rounds: int, seconds: float) -> Rates:
    """Go `rounds` times through bare forks, children and judgements."""
    rates = Rates()
    for _ in range(rounds):
        forks_per_s = _forks_per_s(bare.forks, seconds)
        judging_forks_per_s = _forks_per_s(bare.judging_forks, seconds)
        children_per_s = await loads.children.children_per_s(spec, seconds)
        judgements_per_s, judged_children_per_s = await loads.judging.judgements_per_s(seconds)
        rates.rounds.append(
            Round(forks_per_s, judging_forks_per_s, children_per_s, judgements_per_s, judged_children_per_s)
        )
    return rates


def _forks_per_s(forks: Sequence[BareForks], seconds: float) -> float:
    for one in forks:
        one.begin_rate(seconds)
    return sum(one.end_rate() for one in forks)
