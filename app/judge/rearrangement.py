"""What a function with wrong numbers did to its input: as a program, step by step, in words, as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.judge.account import account_of
from app.judge.agreement import agrees
from app.judge.arrays import cast
from app.judge.cases import TAGGED
from app.judge.equivalent import find_equivalent, samples_of
from app.judge.frame import frame_of
from app.judge.observations import Observations, Trial
from app.judge.picture import picture_of
from app.judge.plan import Purpose
from app.judge.report import AxisStep, Picture
from app.judge.steps import step_table


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """All of it is missing where a function was right on the cases at hand."""

    equivalent_code: str | None = None
    axis_steps: list[AxisStep] | None = None
    account: str | None = None
    """What happened to the numbers, where no program tells."""
    picture: Picture | None = None


NOTHING = Rearrangement()


def rearrangement_of(seen: Observations, function: str) -> Rearrangement:
    """Look into the results of a function, from the cases in `seen` alone.

    A program is told if it makes every result in every bit, and then it takes the place of an account.
    """
    trials = seen.of(function, Purpose.LAYOUT)
    wrong = [trial for trial in trials if _is_wrong(trial)]
    if not wrong or any(trial.actual is None for trial in trials):
        return NOTHING
    equivalent = find_equivalent(samples_of(trials))
    # Where elements repeat by chance they tell nothing of where they were.
    tagged = [trial for trial in wrong if trial.call.case.template.fill in TAGGED]
    comparable = [trial for trial in tagged if trial.right_shape]
    return Rearrangement(
        equivalent_code=equivalent.text() if equivalent else None,
        axis_steps=_axis_steps(seen, function, comparable),
        account=None if equivalent else account_of(tagged or wrong, trials),
        picture=picture_of(seen, function, comparable),
    )


def _is_wrong(trial: Trial) -> bool:
    return (
        trial.actual is not None and trial.expected is not None and not agrees(trial.actual, trial.expected)
    )


def _axis_steps(seen: Observations, function: str, comparable: Sequence[Trial]) -> list[AxisStep] | None:
    """Make the step table of the first case on which the most axes are wider than 1."""
    if not comparable:
        return None
    trial = max(comparable, key=lambda one: sum(size > 1 for size in one.call.case.sizes.values()))
    frame = frame_of(seen.package.manifest, function, trial.call.case.sizes)
    if trial.actual is None or trial.expected is None:
        return None
    dtype = trial.actual.dtype
    return step_table(frame, cast(trial.call.array, dtype), trial.actual, cast(trial.expected, dtype))
