"""The judge: one submission in, events out, a judgement at the end.

reference     right results of the forward function                     1 child
forward       the submission's, public and hidden cases apart           2 children
inverse       on right results and on its own; the right inverse too    3 children
diagnosis     known bugs, only when elements are out of place           a few children
              advice, only where everything is right                    2 children
"""

import time
from collections.abc import AsyncIterator

from app.judge.advice import Advisor
from app.judge.assembly import Timing, build_failure, build_judgement
from app.judge.errors import JudgingFailed
from app.judge.events import Judged, JudgeEvent, JudgingStarted, StageFinished
from app.judge.judging import Judging, Memory
from app.judge.known_bugs import KnownBugs
from app.judge.package import KataPackage
from app.judge.report import Judgement
from app.judge.submission import Submission
from sandbox.spec import Runner

STAGES = ("reference", "forward", "inverse", "diagnosis")


class Judge:
    """Judges submissions with one runner. What it remembers of katas serves later judgements."""

    def __init__(self, runner: Runner) -> None:
        """Judge in the children that `runner` makes."""
        self._runner = runner
        self._memory = Memory(KnownBugs(runner), Advisor())

    async def judge(self, submission: Submission, package: KataPackage) -> AsyncIterator[JudgeEvent]:
        """Judge one submission, yielding progress and, last, the judgement.

        Never raises for anything that the submission did; a failure of the sandbox or of the kata's
        reference ends in a judgement with the verdict `judge_error`.
        """
        started = time.perf_counter()
        yield JudgingStarted(len(STAGES))
        try:
            judging = Judging(self._runner, self._memory, submission=submission, package=package)
            stages = (judging.reference, judging.forward, judging.inverse, judging.diagnosis)
            for done, (title, stage) in enumerate(zip(STAGES, stages, strict=True), start=1):
                await stage()
                yield StageFinished(done, title)
        except JudgingFailed as failure:
            timing = Timing(_ms_since(started))
            yield Judged(build_failure(package, submission, reason=str(failure), timing=timing))
            return
        timing = Timing(_ms_since(started), judging.parts_ms())
        yield Judged(build_judgement(package, submission, judging.outcome, timing=timing))

    async def judgement_of(self, submission: Submission, package: KataPackage) -> Judgement:
        """Judge one submission and give only its judgement."""
        async for event in self.judge(submission, package):
            if isinstance(event, Judged):
                return event.judgement
        raise RuntimeError("judging ended without a judgement")


def _ms_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 1)
