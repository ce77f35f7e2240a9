"""The report contract, version 1: public, versioned, stable.

One `Report` is what `kata grade --json` prints on a line and what HTTP hands out. Non-finite and
complex numbers are strings ("nan", "-inf", "(1+2j)"), so that every report is strict JSON.
"""

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from sandbox.spec import MemoryBound

REPORT_VERSION: Literal[1] = 1


class Verdict(StrEnum):
    """What judging concludes. JUDGE_ERROR is our own fault and never held against a candidate."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    COMPILE_ERROR = "compile_error"
    RUN_TIME_ERROR = "run_time_error"
    TIME_LIMIT_EXCEEDED = "time_limit_exceeded"
    MEMORY_LIMIT_EXCEEDED = "memory_limit_exceeded"
    OUTPUT_LIMIT_EXCEEDED = "output_limit_exceeded"
    JUDGE_ERROR = "judge_error"


class CheckStatus(StrEnum):
    """The three states of a check. NOT_EVALUATED means a check it depends on did not hold."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_EVALUATED = "not_evaluated"


class Scope(StrEnum):
    """Which cases a submission is judged on: a run sees the public ones, a submit sees all."""

    PUBLIC = "public"
    ALL = "all"


class FeedbackLevel(StrEnum):
    """How much of a report a candidate is shown; each level has all of the one before."""

    VERDICT = "verdict"
    """What judging concluded, and no more."""
    CHECKS = "checks"
    """Every check, with its evidence."""
    DIAGNOSIS = "diagnosis"
    """What the code did to the data, and advice."""


Number = int | float | bool | str


class _Part(BaseModel):
    # Stored reports outlive the code that wrote them: fields that a later version added are passed over.
    model_config = ConfigDict(frozen=True, extra="ignore")


class Evidence(_Part):
    """The first wrong element of the smallest failing case.

    `index` is the position in the output; `expected_from` and `actual_from` are positions in the input
    as text ("x[0, 1, 0]"). `holds_when` names the cases, or the part of every output, where the check holds
    all the same, in axis names ("H == 1", "b == 0"), and `fails_when` the others; null where no one rule
    tells them apart.
    """

    case: str
    index: list[int] | None
    expected: Number | None
    actual: Number | None
    expected_from: str | None
    actual_from: str | None
    holds_when: str | None
    fails_when: str | None = None


class CheckResult(_Part):
    """One named, scored line of the report."""

    id: str
    title: str
    status: CheckStatus
    message: str
    evidence: Evidence | None
    weight: float
    """Share of the score that this check carries, 0..1; the weights of a kata sum to 1."""


class AxisStep(_Part):
    """How far the source position moves on one step along one output axis."""

    axis: str
    moves: str
    should_move: str


class Grid(_Part):
    """The axes of an array by name, and its shape."""

    axes: list[str]
    shape: list[int]


class Picture(_Part):
    """Where each element of an output should come from, and where it does, on one small public case.

    Elements stand in reading order; a place is a position in the reading order of the input, or null where
    the value is nowhere in it.
    """

    case: str
    output_name: str
    source: Grid
    source_digits: Grid | None = None
    """The axes of the input with those that are products in their factors: B T H d for B T D."""
    output: Grid
    expected: list[int]
    actual: list[int | None]


class Cause(_Part):
    """One thing that is wrong, named.

    `background` is for interviewers, and null in what candidates see.
    """

    code: str
    function: str | None
    title: str
    explanation: str
    look_at: str | None = None
    background: str | None = None
    equivalent_code: str | None
    axis_steps: list[AxisStep] | None
    axis_steps_case: str | None = None
    picture: Picture | None = None


class Diagnosis(Cause):
    """The first wrong function's layout, with what else is wrong in `causes`."""

    causes: list[Cause]


class Advice(_Part):
    """A remark that never fails a submission; `certain` is False where it was read off the source."""

    code: str
    text: str
    certain: bool


class Times(_Part):
    """Wall time in milliseconds, measured from outside the children."""

    total: float
    parts: dict[str, float]


class Report(_Part):
    """Everything that judging found out about one submission."""

    version: Literal[1]
    kata: str
    kata_digest: str
    judge_version: str
    numpy_version: str
    memory_bound: MemoryBound | None = None
    file: str
    seed: int | None
    verdict: Verdict
    summary: str
    score: float | None
    """0..1; None where only the verdict is shown."""
    feedback: FeedbackLevel = FeedbackLevel.DIAGNOSIS
    """What is shown: beyond it, checks, diagnosis and advice are empty whatever was found."""
    checks: list[CheckResult]
    diagnosis: Diagnosis | None
    advice: list[Advice]
    stdout: str
    times_ms: Times


class Judgement(_Part):
    """One judging in its two views.

    `interviewer` tells everything. `candidate` is built from what the public cases showed: no seed,
    no stdout, number, shape or error text of a hidden case, one rounded total time.
    """

    interviewer: Report
    candidate: Report
