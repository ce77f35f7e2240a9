"""Names the bug: which known bugs the wrong functions have, and what else the checks say is wrong.

Texts are the kata's own and hold no number of any case, so they may be shown in every view.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from app.judge.agreement import all_arrays, layout_is_right
from app.judge.checks.evaluation import Findings
from app.judge.known_bugs import KnownBugs
from app.judge.manifest import DiagnosisTable
from app.judge.observations import Observations
from app.judge.plan import Purpose
from app.judge.rearrangement import NOTHING, Rearrangement, rearrangement_of
from app.judge.report import Cause, CheckStatus, Diagnosis
from app.judge.rules import RuleName
from app.judge.unnamed import unnamed

_NUMERIC = (RuleName.PROJECTION, RuleName.ATTENTION, RuleName.CHECKPOINT)


@dataclass(frozen=True, slots=True)
class WrongLayout:
    """A function whose elements are out of place, with the known bug it has, if any."""

    function: str
    bug: DiagnosisTable | None


async def find_wrong_layouts(seen: Observations, known_bugs: KnownBugs) -> tuple[WrongLayout, ...]:
    """Look at each function of the pair, the one under test first.

    A function is looked at only when every good call of it came back with an array.

    Raises:
        JudgingFailed: the sandbox could not run a known wrong submission.
    """
    pair = seen.package.manifest.pair
    found: list[WrongLayout] = []
    for function in (pair.forward, pair.inverse):
        trials = seen.of(function, Purpose.LAYOUT)
        if all_arrays(trials) and not layout_is_right(trials):
            bug = await known_bugs.recognise(seen.package, function, trials)
            found.append(WrongLayout(function, bug))
    return tuple(found)


def diagnose(
    seen: Observations, findings: Findings, wrong: tuple[WrongLayout, ...], *, shown: Observations
) -> Diagnosis | None:
    """Put the causes in order, the first wrong step first; None if nothing is known to be wrong.

    Names come from everything that was seen; all else from `shown` alone, and whether there is a cause
    without a name as well.
    """
    causes = list(_causes(seen, findings, wrong, shown))
    if not causes:
        causes = [unnamed(function, NOTHING) for function in _wrong_numbers(seen, findings)][:1]
    if not causes:
        return None
    first, *rest = causes
    return Diagnosis(**first.model_dump(), causes=rest)


def _wrong_numbers(seen: Observations, findings: Findings) -> Iterator[str]:
    """Name the functions that a check of their numbers blames, though every exact case was right."""
    for check in seen.package.manifest.checks:
        if check.rule in _NUMERIC and findings.status(check.id) is CheckStatus.FAILED:
            yield check.functions[0]


def _causes(
    seen: Observations, findings: Findings, wrong: tuple[WrongLayout, ...], shown: Observations
) -> Iterator[Cause]:
    by_state = [bug for bug in seen.package.manifest.diagnoses if bug.when and _holds(bug, findings)]
    covered = {function for bug in by_state for function in bug.covers}
    named = {layout.function: layout.bug for layout in wrong}
    pair = seen.package.manifest.pair
    for function in (pair.forward, pair.inverse):
        bug = named.get(function)
        if bug is not None:
            yield _cause(bug, function, rearrangement_of(shown, function))
        elif function not in covered:
            yield from _unnamed(shown, function)
    for bug in by_state:
        yield _cause(bug, bug.function)


def _unnamed(shown: Observations, function: str) -> Iterator[Cause]:
    trials = shown.of(function, Purpose.LAYOUT)
    if all_arrays(trials) and not layout_is_right(trials):
        done = rearrangement_of(shown, function)
        # Of another wrong shape the shape check says enough.
        if done.equivalent_code is not None or all(trial.right_shape for trial in trials):
            yield unnamed(function, done)


def _holds(bug: DiagnosisTable, findings: Findings) -> bool:
    return bug.when is not None and findings.holds(bug.when.states(), bug.function)


def _cause(bug: DiagnosisTable, function: str | None, done: Rearrangement = NOTHING) -> Cause:
    cause = Cause(
        equivalent_code=None,
        axis_steps=None,
        code=bug.code,
        function=function,
        title=bug.title,
        explanation=bug.explanation,
        look_at=bug.look_at,
        background=bug.background,
    )
    return done.of(cause)
