"""One submission under judgement: four stages, each adding to what was seen of it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from app.judge.advice import Advisor
from app.judge.arrays import AnyArray
from app.judge.assembly import Outcome
from app.judge.checks.evaluation import evaluate
from app.judge.diagnosis import diagnose, find_wrong_layouts
from app.judge.execution import run_groups, run_reference, to_trials
from app.judge.in_lane import InLane
from app.judge.known_bugs import KnownBugs
from app.judge.observations import GroupRun, Observations, Trial
from app.judge.package import KataPackage
from app.judge.plan import CaseCalls, cases_of, join, plan_case
from app.judge.report import Advice, Verdict
from app.judge.stages import (
    RightResults,
    exact_forward_calls,
    inverse_stage,
    loaded,
    reference_calls,
    right_results,
)
from app.judge.submission import Submission
from app.judge.verdict import decide
from sandbox.spec import Runner


@dataclass(frozen=True, slots=True)
class Memory:
    """What is learnt of katas while their submissions are judged, and serves later ones."""

    known_bugs: KnownBugs
    advisor: Advisor


class Judging:
    """The work on one submission. The stages run once each, in order; every one may raise JudgingFailed."""

    def __init__(
        self, runner: Runner, memory: Memory, *, submission: Submission, package: KataPackage
    ) -> None:
        """Run nothing yet."""
        self._runner = InLane(runner, submission.lane)
        self._known_bugs = memory.known_bugs.on(self._runner)
        self._advisor = memory.advisor
        self._package = package
        self._submission = submission
        self._source = submission.source
        self._plan = join(package, ())
        self._right = RightResults({}, ())
        self._trials: tuple[Trial, ...] = ()
        self._runs: tuple[GroupRun, ...] = ()
        self._crossed: Mapping[str, AnyArray] = {}
        self._outcome: Outcome | None = None

    async def reference(self) -> None:
        """Draw the plan and ask the reference for the right results."""
        parts: list[CaseCalls] = []
        for case in cases_of(self._package, self._submission):
            parts.append(plan_case(self._package, case))
            await asyncio.sleep(0)  # altogether it takes some milliseconds, in which others' children end
        self._plan = join(self._package, parts)
        arrays = await run_reference(self._runner, self._package, reference_calls(self._plan))
        self._right = right_results(self._plan, arrays)

    async def forward(self) -> None:
        """Run the submission's forward function."""
        self._runs = await run_groups(self._runner, self._package, self._source, calls=self._plan.forward)
        self._trials = to_trials(self._runs, {**self._plan.expected, **self._right.forward})

    async def inverse(self) -> None:
        """Run the submission's inverse, and the right inverse on the submission's forward results."""
        if not loaded(self._runs):
            return
        stage = inverse_stage(self._plan, self._right, self._trials)
        crossing = stage.crossing
        runs, crossed = await asyncio.gather(
            run_groups(self._runner, self._package, self._source, calls=stage.calls),
            run_reference(self._runner, self._package, crossing),
        )
        self._crossed = {call.case.id: array for call, array in zip(crossing, crossed, strict=True)}
        self._trials += to_trials(runs, stage.expected)
        self._runs += runs

    async def diagnosis(self) -> None:
        """Evaluate the checks, decide the verdict and name what is wrong."""
        seen = Observations(self._package, self._trials, self._runs, self._crossed)
        findings = evaluate(seen)
        wrong = await find_wrong_layouts(seen, self._known_bugs)
        # Aside: results can be made such that the search for a program takes tenths of a second.
        told, shown = await asyncio.gather(
            *(
                asyncio.to_thread(diagnose, seen, findings, wrong, shown=part)
                for part in (seen, seen.public())
            )
        )
        verdict = decide(seen, findings)
        self._outcome = Outcome(
            verdict=verdict,
            advice=await self._advice(verdict),
            seen=seen,
            findings=findings,
            diagnosis=told,
            shown_diagnosis=shown,
            numpy_version=self._runs[0].result.numpy_version,
            memory_bound=self._runs[0].result.memory_bound,
        )

    async def _advice(self, verdict: Verdict) -> list[Advice]:
        call = next((one.fresh for one in exact_forward_calls(self._plan) if one.case.public), None)
        if verdict is not Verdict.ACCEPTED or call is None:
            return []
        return await self._advisor.advise(self._runner, self._package, self._source, call=call)

    @property
    def outcome(self) -> Outcome:
        """Give the conclusion of the last stage."""
        if self._outcome is None:
            raise RuntimeError("judging has not come to its last stage")
        return self._outcome

    def parts_ms(self) -> dict[str, float]:
        """Tell the wall time of each child of the submission, in milliseconds."""
        return {
            f"{run.function}, {'public' if run.public else 'hidden'}": round(run.result.wall_s * 1000, 1)
            for run in self._runs
        }
