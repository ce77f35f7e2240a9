"""What a function with wrong numbers did to its input: as a program, step by step, in words, as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.judge.account import account_of
from app.judge.agreement import agrees
from app.judge.arrays import cast
from app.judge.cases import TAGGED
from app.judge.equivalent import Equivalent, find_equivalent, samples_of
from app.judge.frame import frame_of
from app.judge.naming import whole_of
from app.judge.observations import Observations, Trial
from app.judge.picture import picture_of
from app.judge.plan import Purpose
from app.judge.report import AxisStep, Cause, Picture
from app.judge.steps import step_table

_FEWEST_FOR_PART = 2
"""Wrong cases that must bear out a program for these alone."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A step table, and the case that it is of."""

    case: str
    table: list[AxisStep]


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """All of it is missing where a function was right on the cases at hand."""

    equivalent_code: str | None = None
    steps: Steps | None = None
    account: str | None = None
    """What happened to the numbers, where no program tells."""
    picture: Picture | None = None

    def of(self, cause: Cause) -> Cause:
        """Give a cause with what was found out of its function."""
        told = {
            "equivalent_code": self.equivalent_code,
            "axis_steps": self.steps.table if self.steps else None,
            "axis_steps_case": self.steps.case if self.steps else None,
            "picture": self.picture,
        }
        return cause.model_copy(update=told)


NOTHING = Rearrangement()


def rearrangement_of(seen: Observations, function: str) -> Rearrangement:
    """Look into the results of a function, from the cases in `seen` alone.

    A program is told if it makes every result in every bit, and then it takes the place of an account.
    """
    trials = seen.of(function, Purpose.LAYOUT)
    wrong = [trial for trial in trials if _is_wrong(trial)]
    if not wrong or any(trial.actual is None for trial in trials):
        return NOTHING
    equivalent = _equivalent(seen, function, trials)
    # Where elements repeat by chance they tell nothing of where they were.
    comparable = [trial for trial in wrong if trial.call.case.template.fill in TAGGED and trial.right_shape]
    return Rearrangement(
        equivalent_code=equivalent.text() if equivalent else None,
        steps=_steps(seen, function, comparable),
        account=None if equivalent else _account(seen, function, wrong),
        picture=picture_of(seen, function, comparable),
    )


def _is_wrong(trial: Trial) -> bool:
    return (
        trial.actual is not None and trial.expected is not None and not agrees(trial.actual, trial.expected)
    )


def _equivalent(seen: Observations, function: str, trials: Sequence[Trial]) -> Equivalent | None:
    whole = whole_of(seen.package.manifest.functions[function].array, seen.package.axes)
    return find_equivalent(samples_of(trials), whole)


def _account(seen: Observations, function: str, wrong: Sequence[Trial]) -> str | None:
    """Say what the wrong cases have in common: a program of their own, or what became of their numbers."""
    trials = seen.of(function, Purpose.LAYOUT)
    if _FEWEST_FOR_PART <= len(wrong) < len(trials):
        program = _equivalent(seen, function, wrong)
        if program is not None:
            return f"Where it was seen to be wrong, it does the same as {program.text()}."
    return account_of(wrong, trials)


def _steps(seen: Observations, function: str, comparable: Sequence[Trial]) -> Steps | None:
    """Make the step table of a case whose sizes tell the axes apart, a public one if there is one."""
    if not comparable:
        return None
    public = [trial for trial in comparable if trial.call.case.public]
    trial = max(
        public or comparable, key=lambda one: len({size for size in one.call.case.sizes.values() if size > 1})
    )
    frame = frame_of(seen.package.manifest, function, trial.call.case.sizes)
    if trial.actual is None or trial.expected is None:
        return None
    dtype = trial.actual.dtype
    table = step_table(frame, cast(trial.call.array, dtype), trial.actual, cast(trial.expected, dtype))
    return None if table is None else Steps(trial.call.case.id, table)
