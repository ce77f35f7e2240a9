"""Whatever dies, no submission is lost and none passes that is wrong."""

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Final

import psutil
import pytest

import sandbox.warm.runner
from app.judge.judge import Judge
from app.judge.report import Scope, Verdict
from app.judge.submission import Submission
from sandbox import launcher
from sandbox.spec import Call, Returned, Runner, RunSpec, RunStatus
from sandbox.warm.runner import WarmRunner
from tests.support.hostile.arena import KATA, PAIR, Arena

KILLS: Final = 10
SUBMISSIONS: Final = {"fresh": 10, "warm": 24}
SPACING: Final = 8
"""Children between two kills, so that no run is hit as often as it is tried."""
LOOKS: Final = 3000
HONEST: Final = KATA.files["reference.py"]
WRONG: Final = KATA.files["submissions/wrong_answer/plain_reshape_pair.py"]
SLEEPER: Final = b"""
import time
def f():
    time.sleep(0.4)
    return 7
"""


async def run(arena: Arena) -> None:
    async with arena.weakened((), slots=2) as runner:
        if isinstance(runner, WarmRunner):
            await kill_idle(runner)
            allowed = {Verdict.ACCEPTED}
            before = runner.made
            judge = judging(runner, SUBMISSIONS["warm"])
            await strike(judge, lambda count: kill_zygote(runner, before + count * SPACING), allowed)
        else:
            judge = judging(runner, SUBMISSIONS["fresh"])
            await strike(judge, kill_launcher, {Verdict.ACCEPTED, Verdict.JUDGE_ERROR})
        result = await runner.run(RunSpec(HONEST, PAIR))
        assert result.status is RunStatus.COMPLETED


async def kill_idle(runner: WarmRunner) -> None:
    """Kill the zygote whose turn it is, ten times in a row, with nothing under way."""
    for _ in range(KILLS):
        await asyncio.gather(*runner._burials)
        for slot in runner.slots:
            assert slot.zygote is not None
            assert slot.zygote.process is not None
            slot.zygote.process.kill()
        result = await runner.run(RunSpec(HONEST, PAIR))
        assert result.status is RunStatus.COMPLETED, result
        assert all(isinstance(outcome, Returned) for outcome in result.outcomes)


Judging = asyncio.Future[list[tuple[bytes, Verdict]]]


def judging(runner: Runner, count: int) -> Judging:
    """Begin to judge wrong and right submissions by turns, all at once."""
    judge = Judge(runner)

    async def judged(number: int) -> tuple[bytes, Verdict]:
        source = (WRONG, HONEST)[number % 2]
        judgement = await judge.judgement_of(Submission(source, number, Scope.PUBLIC), KATA)
        return source, judgement.interviewer.verdict

    return asyncio.gather(*(judged(number) for number in range(count)))


async def strike(judging: Judging, kill: Callable[[int], bool], allowed: set[Verdict]) -> None:
    """Let `kill` strike ten times meanwhile; then look at the verdicts."""
    killed = 0
    for _ in range(LOOKS):
        if judging.done() or killed == KILLS:
            break
        killed += kill(killed)
        await asyncio.sleep(0.005)
    verdicts = await judging
    assert killed == KILLS
    for source, verdict in verdicts:
        right = Verdict.ACCEPTED if source is HONEST else Verdict.WRONG_ANSWER
        assert verdict in allowed - {Verdict.ACCEPTED} | {right}, verdicts


def kill_zygote(runner: WarmRunner, from_made: int) -> bool:
    """Kill the zygote of a busy slot, once so many children were made."""
    if runner.made < from_made:
        return False
    busy = [slot for slot in runner.slots if slot not in runner._idle]
    if not busy or busy[0].zygote is None or busy[0].zygote.process is None:
        return False
    pid = busy[0].zygote.process.pid()
    if pid is None:
        return False
    os.kill(pid, signal.SIGKILL)
    return True


def kill_launcher(_: int) -> bool:
    """Kill a launcher that watches a child, of those below this process."""
    for process in psutil.Process().children():
        try:
            if launcher.CHILD in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                process.kill()
                return True
        except psutil.NoSuchProcess:
            continue
    return False


async def control(arena: Arena) -> None:
    """The kills do hit runs: one that may be tried only once is told as failed by our fault."""
    if arena.path != "warm":
        pytest.skip("the slow path makes no second attempt")
    async with arena.weakened((), slots=1) as runner:
        assert isinstance(runner, WarmRunner)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sandbox.warm.runner, "ATTEMPTS", 1)
            assert await killed_under_way(runner) is RunStatus.SANDBOX_FAILED
        assert await killed_under_way(runner) is RunStatus.COMPLETED


async def killed_under_way(runner: WarmRunner) -> RunStatus:
    made = runner.made
    under_way = asyncio.create_task(runner.run(RunSpec(SLEEPER, (Call("f", ()),))))
    for _ in range(LOOKS):
        if runner.made > made and kill_zygote(runner, 0):
            break
        await asyncio.sleep(0.005)
    return (await under_way).status
