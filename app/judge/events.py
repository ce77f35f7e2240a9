"""What `judge()` yields while it works, in order: started, stages, and one `Judged` at the end."""

from dataclasses import dataclass
from typing import TypeAlias

from app.judge.report import Judgement


@dataclass(frozen=True, slots=True)
class JudgingStarted:
    """Judging has begun; `stages` counts the stages to come."""

    stages: int


@dataclass(frozen=True, slots=True)
class StageFinished:
    """Stage number `done` (from 1) of the announced ones is over; `title` is for people."""

    done: int
    title: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The end: the judgement, also where the verdict is `judge_error`."""

    judgement: Judgement


JudgeEvent: TypeAlias = JudgingStarted | StageFinished | Judged
