"""The answers of a kata as one strict ladder: each step opens only after the one before it."""

from dataclasses import dataclass
from enum import StrEnum

from app.judge.review import Review


class StepKind(StrEnum):
    """What a step shows."""

    SHORT = "short"
    FULL = "full"
    FOLLOW_UP = "follow-up"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `prompt` may be shown once the step is next in turn; `answer` only when it is revealed."""

    name: str
    kind: StepKind
    title: str
    level: str
    prompt: str
    claim: str
    answer: str


@dataclass(frozen=True, slots=True)
class Ladder:
    """What one visitor may see: the revealed steps and the one that is next."""

    unlocked: bool
    revealed: tuple[Step, ...]
    next_step: Step | None
    total: int


def steps_of(review: Review) -> tuple[Step, ...]:
    """List all steps in their order."""
    steps = [
        Step(StepKind.SHORT, StepKind.SHORT, "Short answer", "", "", "", review.short_answer),
        Step(StepKind.FULL, StepKind.FULL, "Full answer", "", "", "", review.full_answer),
    ]
    for number, follow_up in enumerate(review.follow_ups, 1):
        name = f"{StepKind.FOLLOW_UP}-{number}"
        title = f"Follow-up {number}"
        steps.append(
            Step(name, StepKind.FOLLOW_UP, title, follow_up.level, follow_up.question, "", follow_up.answer)
        )
    for number, wrong in enumerate(review.wrong_answers, 1):
        name = f"{StepKind.WRONG}-{number}"
        title = f"Wrong answer {number}"
        steps.append(Step(name, StepKind.WRONG, title, "", "", wrong.claim, wrong.why))
    return tuple(steps)


def climb(review: Review, opened: frozenset[str], *, unlocked: bool) -> Ladder:
    """Build the ladder as it stands; a step counts as revealed only with all steps before it."""
    steps = steps_of(review)
    height = 0
    while unlocked and height < len(steps) and steps[height].name in opened:
        height += 1
    next_step = steps[height] if unlocked and height < len(steps) else None
    return Ladder(unlocked, steps[:height], next_step, len(steps))
