"""Known bugs: a submission whose results agree with a known wrong one on every case has that bug.

The kata's wrong submissions run in the sandbox like any other, on the very inputs of the submission
at hand, each in a child of its own. What they do on public cases never changes, so it is remembered.
"""

import asyncio
from collections.abc import Mapping, Sequence

from app.judge.agreement import agrees
from app.judge.arrays import AnyArray
from app.judge.errors import JudgingFailed
from app.judge.execution import run_groups
from app.judge.manifest import DiagnosisTable
from app.judge.observations import Trial, array_of
from app.judge.package import KataPackage
from app.judge.plan import CallKey, PlannedCall
from sandbox.spec import Runner, RunStatus

_Results = Mapping[CallKey, AnyArray | None]


class KnownBugs:
    """Recognises the known bugs of katas by what they do."""

    def __init__(self, runner: Runner, remembered: dict[tuple[str, str], _Results] | None = None) -> None:
        """Use `runner` for the known wrong submissions, and what is `remembered` of them."""
        self._runner = runner
        self._public = {} if remembered is None else remembered

    def on(self, runner: Runner) -> "KnownBugs":
        """Give the same knowledge with another runner for what is not known yet."""
        return KnownBugs(runner, self._public)

    async def recognise(
        self, package: KataPackage, function: str, trials: Sequence[Trial]
    ) -> DiagnosisTable | None:
        """Find the known bug whose results agree with all of a function's trials.

        Raises:
            JudgingFailed: the sandbox could not run a child, or a known wrong submission did not finish.
        """
        public = [trial for trial in trials if trial.call.case.public]
        hidden = [trial for trial in trials if not trial.call.case.public]
        candidates = [
            bug for bug in package.manifest.diagnoses if bug.submission and bug.function == function
        ]
        results = await asyncio.gather(*(self._on_public(package, bug, public) for bug in candidates))
        for bug, known in zip(candidates, results, strict=True):
            if _agree(public, known) and _agree(hidden, await self._run(package, bug, hidden)):
                return bug
        return None

    async def _on_public(
        self, package: KataPackage, bug: DiagnosisTable, trials: Sequence[Trial]
    ) -> _Results:
        key = package.digest, bug.code
        if key not in self._public:
            self._public[key] = await self._run(package, bug, trials)
        return self._public[key]

    async def _run(self, package: KataPackage, bug: DiagnosisTable, trials: Sequence[Trial]) -> _Results:
        calls: list[PlannedCall] = [trial.call for trial in trials]
        source = package.files[f"submissions/{bug.submission}"]
        runs = await run_groups(self._runner, package, source, calls=calls)
        for run in runs:
            if run.result.status is not RunStatus.COMPLETED:
                # A busy machine, or a broken kata: either way it says nothing of the submission.
                raise JudgingFailed(
                    f"known wrong submission {bug.submission} of {package.slug} did not finish:"
                    f" {run.result.status} {run.result.detail}".rstrip()
                )
        return {
            call.key: array_of(outcome)
            for run in runs
            for call, outcome in zip(run.calls, run.result.outcomes, strict=True)
        }


def _agree(trials: Sequence[Trial], known: _Results) -> bool:
    return all(_agrees(trial.actual, known.get(trial.call.key)) for trial in trials)


def _agrees(actual: AnyArray | None, claimed: AnyArray | None) -> bool:
    return actual is not None and claimed is not None and agrees(actual, claimed)
