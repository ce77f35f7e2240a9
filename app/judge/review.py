"""The review material of a kata: what is revealed step by step after an attempt."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FollowUp:
    """One follow-up question with its level ("L2", "L3") and what a good answer says (Markdown)."""

    level: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A wrong answer that interviewers hear, and why it is wrong (Markdown)."""

    claim: str
    why: str


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion of the human rubric."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Review:
    """Everything behind the reveals, plus the rubric for the interviewer."""

    short_answer: str
    full_answer: str
    follow_ups: tuple[FollowUp, ...]
    wrong_answers: tuple[WrongAnswer, ...]
    rubric: tuple[Criterion, ...]
