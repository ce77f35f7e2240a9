"""The form of `kata.toml` and `review.toml`: strict models, unknown keys refused, all faults at once."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.judge.arrays import Layout
from app.judge.cases import CaseKind, Fill
from app.judge.report import CheckStatus
from app.judge.rules import AdviceName, RuleName

Text = Annotated[str, Field(min_length=1)]
Size = Annotated[int, Field(ge=1, le=4096)] | Annotated[list[int], Field(min_length=2, max_length=2)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FunctionTable(_Table):
    """`[functions.NAME]`: its array parameter, further whole-number parameters, and its result."""

    array: Text
    """Named shape of the first argument, "B T D"."""
    numbers: list[str] = []
    """Further arguments, each an axis whose size is passed."""
    returns: Text
    signature: Text
    output_name: Text
    """What evidence calls the result: "split" in split[0, 0, 1, 0]."""


class PairTable(_Table):
    """`[pair]`: the function under test and its inverse."""

    forward: Text
    inverse: Text


class AxisTable(_Table):
    """`[axes.NAME]`: what one step along it is called, and how it is derived."""

    word: Text
    derived: str | None = None
    index: str | None = None
    """The letter that counts along it, where that is not its own name in small letters."""


class CaseTable(_Table):
    """`[[cases]]`: see `app.judge.cases.CaseTemplate`."""

    id: Text
    kind: Annotated[CaseKind, Field(strict=False)] = CaseKind.LAYOUT
    visibility: Literal["public", "hidden"] = "hidden"
    sizes: dict[str, Size] = {}
    equal: list[str] = []
    odd: list[str] = []
    same_as: str | None = None
    reuses_array: bool = False
    fits: Annotated[list[str], Field(min_length=2, max_length=2)] | None = None
    degenerate: bool = False
    dtype: str = "float64"
    fill: Annotated[Fill, Field(strict=False)] = Fill.TAGS
    layout: Annotated[Layout, Field(strict=False)] = Layout.ROWS
    inverse_layout: Annotated[Layout, Field(strict=False)] = Layout.SWAPPED


class CheckTable(_Table):
    """`[[checks]]`: one line of the report."""

    id: Text
    rule: Annotated[RuleName, Field(strict=False)]
    title: Text
    holds: Text
    """What it means when the check passes, in one clause."""
    weight: Annotated[float, Field(ge=0, le=1, strict=False)]
    functions: Annotated[list[str], Field(min_length=1)]
    gates: list[str] = []


class WhenTable(_Table):
    """Check states under which a diagnosis holds."""

    passed: list[str] = []
    failed: list[str] = []

    def states(self) -> dict[str, CheckStatus]:
        """Give the wanted status of each named check."""
        return dict.fromkeys(self.passed, CheckStatus.PASSED) | dict.fromkeys(self.failed, CheckStatus.FAILED)


class DiagnosisTable(_Table):
    """`[[diagnoses]]`: a named bug, shown by a known wrong submission or by the states of checks."""

    code: Text
    title: Text
    explanation: Text
    """What was done to the data, in two sentences for the candidate."""
    look_at: Text
    """Where to look, without giving the fix away."""
    background: Text
    """More for the interviewer: what hides it, what it costs, what to ask."""
    function: str | None = None
    submission: str | None = None
    when: WhenTable | None = None
    covers: list[str] = []
    """Functions whose unnamed wrong layout this diagnosis accounts for."""


class ExpectTable(_Table):
    """`[submissions."wrong_answer/NAME.py"]`: what judging a shipped wrong submission must find."""

    failed: list[str] = []
    diagnosis: str | None = None
    causes: list[str] = []


class LimitsTable(_Table):
    """`[limits]`: what one child may use."""

    wall_s: Annotated[float, Field(gt=0, le=60, strict=False)] = 5.0
    cpu_s: Annotated[float, Field(gt=0, le=60, strict=False)] = 5.0
    memory_mib: Annotated[int, Field(ge=64, le=4096)] = 512
    stdout_kib: Annotated[int, Field(ge=1, le=1024)] = 64


class KataManifest(_Table):
    """`kata.toml`."""

    format: Literal[1]
    version: Text
    title: Text
    summary: Text
    level: Text
    minutes: Annotated[int, Field(ge=1, le=240)]
    kinds: list[Literal["implement", "debug", "read"]]
    roles: list[str] = []
    tags: list[str] = []
    licence: Text
    axes: dict[str, AxisTable]
    functions: dict[str, FunctionTable]
    pair: PairTable
    limits: LimitsTable = LimitsTable()
    advice: list[Annotated[AdviceName, Field(strict=False)]] = []
    """What right submissions are told that they could do better."""
    cases: Annotated[list[CaseTable], Field(min_length=1)]
    checks: Annotated[list[CheckTable], Field(min_length=1)]
    diagnoses: list[DiagnosisTable] = []
    submissions: dict[str, ExpectTable] = {}


class FollowUpTable(_Table):
    """`[[follow_ups]]`."""

    level: Text
    question: Text
    answer: Text


class WrongAnswerTable(_Table):
    """`[[wrong_answers]]`."""

    claim: Text
    why: Text


class CriterionTable(_Table):
    """`[[rubric]]`."""

    name: Text
    text: Text


class ReviewManifest(_Table):
    """`review.toml`."""

    short_answer: Text
    full_answer: Text
    follow_ups: list[FollowUpTable] = []
    wrong_answers: list[WrongAnswerTable] = []
    rubric: list[CriterionTable] = []
