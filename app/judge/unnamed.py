"""What is said of wrong numbers that no known bug of a kata accounts for."""

from dataclasses import dataclass

from app.judge.rearrangement import Rearrangement
from app.judge.report import Cause

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class _Texts:
    title: str
    explanation: str
    look_at: str
    background: str


_REARRANGED = _Texts(
    title="A rearrangement that this kata has no name for",
    explanation="Every number of the input is in the result, but not where it belongs. The result agrees"
    " with none of the known bugs; one line of NumPy does the same on"
    " every case looked at.",
    look_at="Follow one token of a small case through that line, one call at a time. Then look at the"
    " first axis in the step table that moves otherwise than it should.",
    background="The program was found from the results alone and makes each of them in every bit, so one"
    " can argue from it, whatever the source looks like. Ask the candidate to say in words what"
    " it does, and which of its calls is the first wrong one.",
)
_CHANGED = _Texts(
    title="Wrong numbers that match no bug this kata knows",
    explanation="The results have the right shape, differ from the right ones and agree with none of the"
    " known bugs on all cases.",
    look_at="Work the first wrong element out by hand on the smallest case. Then look for what your"
    " code does to that element and not to its neighbours.",
    background="No one line of reshape, flip, transpose and roll was found that makes all these results:"
    " numbers were changed, or different inputs are treated differently. The condition under the first"
    " wrong element, if there is one, says where to look; ask the candidate what is special about those"
    " inputs.",
)


def unnamed(function: str, done: Rearrangement) -> Cause:
    """Say of a function that it is wrong, with its program if there is one, else with an account."""
    is_program = done.equivalent_code is not None
    texts = _REARRANGED if is_program else _CHANGED
    account = None if is_program else done.account
    cause = Cause(
        equivalent_code=None,
        axis_steps=None,
        code=UNKNOWN,
        function=function,
        title=texts.title,
        explanation=f"{texts.explanation} {account}" if account else texts.explanation,
        look_at=texts.look_at,
        background=texts.background,
    )
    return done.of(cause)
