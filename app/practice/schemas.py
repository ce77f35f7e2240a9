"""What the JSON API takes and gives. Every value that goes out is required: clients can rely on it."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from app.judge.package import KataPackage
from app.judge.report import Report, Scope
from app.models import SubmissionStatus
from app.submissions.service import SubmissionState


def _any_text(value: object) -> str:
    # Pydantic's own strings refuse lone surrogates. Whatever JSON can say is source and gets its verdict.
    if not isinstance(value, str):
        raise ValueError("must be a string")  # noqa: TRY004 - Pydantic turns a ValueError into a 422
    return value


AnyText = Annotated[str, PlainValidator(_any_text), WithJsonSchema({"type": "string"})]

_GOOD_SOURCE = """\
def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(f"{D} features do not divide into {n_heads} heads")
    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""


class SubmissionRequest(BaseModel):
    """Source code to judge, with what the candidate says about it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"source": _GOOD_SOURCE, "explanation": "Reshape alone relabels memory.", "scope": "all"}
            ]
        },
    )

    source: Annotated[AnyText, Field(description="Python source, up to 65,536 bytes of UTF-8.")]
    explanation: Annotated[AnyText, Field(description="Free text, up to 20,480 bytes of UTF-8.")] = ""
    scope: Annotated[
        Scope, Field(description="`public`: the public cases only; `all`: also the hidden ones.")
    ] = Scope.ALL


class KataSummary(BaseModel):
    """One line of the catalogue."""

    slug: str
    title: str
    summary: str
    level: str
    minutes: int
    kinds: list[str]
    roles: list[str]
    tags: list[str]
    digest: str


class LimitsView(BaseModel):
    """What one child of the sandbox may use, and how large a submission may be."""

    wall_s: float
    cpu_s: float
    memory_bytes: int
    stdout_bytes: int
    source_bytes: int
    explanation_bytes: int


class KataView(KataSummary):
    """A kata as the candidate sees it. Answers are not part of it."""

    statement: Annotated[str, Field(description="Markdown.")]
    starter: str
    limits: LimitsView


class KataList(BaseModel):
    """All katas on offer."""

    katas: list[KataSummary]


class SubmissionView(BaseModel):
    """A submission with the candidate's view of its report."""

    id: str
    kata: str
    scope: Scope
    status: SubmissionStatus
    report: Report | None
    failure: Annotated[
        str | None, Field(description="Why it could not be judged, where `status` is `failed`.")
    ]
    created_at: datetime
    judged_at: datetime | None


class ProblemView(BaseModel):
    """An RFC 9457 problem document."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    request_id: str


def view_summary(package: KataPackage) -> KataSummary:
    """Build the catalogue line of a kata."""
    return KataSummary(
        slug=package.slug,
        title=package.title,
        summary=package.summary,
        level=package.level,
        minutes=package.minutes,
        kinds=list(package.kinds),
        roles=list(package.roles),
        tags=list(package.tags),
        digest=package.digest,
    )


def view_kata(package: KataPackage, *, source_bytes: int, explanation_bytes: int) -> KataView:
    """Build what a candidate may know of a kata."""
    limits = LimitsView(
        wall_s=package.limits.wall_s,
        cpu_s=package.limits.cpu_s,
        memory_bytes=package.limits.memory_bytes,
        stdout_bytes=package.limits.stdout_bytes,
        source_bytes=source_bytes,
        explanation_bytes=explanation_bytes,
    )
    summary = view_summary(package).model_dump()
    return KataView(**summary, statement=package.statement, starter=package.starter, limits=limits)


def view_submission(state: SubmissionState) -> SubmissionView:
    """Build the public view of a submission."""
    submission = state.submission
    return SubmissionView(
        id=submission.id,
        kata=submission.kata_slug,
        scope=submission.scope,
        status=submission.status,
        report=state.report,
        failure=submission.failure,
        created_at=submission.created_at,
        judged_at=submission.judged_at,
    )
