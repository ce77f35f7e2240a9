"""The JSON API: the same katas and the same judging for programs, without an account or a cookie."""

from email.message import Message
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from app.core.deps import ReadSession
from app.core.errors import UnsupportedMediaType
from app.judge.submission import MAX_SOURCE_BYTES
from app.practice.deps import CatalogueDep, SubmissionsDep
from app.practice.examples import problem_example
from app.practice.schemas import (
    KataList,
    KataView,
    ProblemView,
    SubmissionRequest,
    SubmissionView,
    view_kata,
    view_submission,
    view_summary,
)
from app.practice.sender import lane_of
from app.submissions.service import MAX_EXPLANATION_BYTES, NewSubmission, SubmissionState

Responses = dict[int | str, dict[str, Any]]

router = APIRouter(prefix="/api/v1", tags=["practice"])

_LONGEST_WAIT_S = 60


def _require_json(request: Request) -> None:
    message = Message()
    message["Content-Type"] = request.headers.get("content-type", "")
    if message.get_content_type() != "application/json":
        raise UnsupportedMediaType("Send the body as JSON, with the header Content-Type: application/json.")


def _problems(*statuses: int) -> Responses:
    return {
        status: {
            "model": ProblemView,
            "content": {"application/problem+json": {"example": problem_example(status)}},
        }
        for status in statuses
    }


@router.get("/katas", summary="List the katas", responses=_problems(503))
async def list_katas(session: ReadSession, catalogue: CatalogueDep) -> KataList:
    """Give every kata on offer, in the order of their slugs."""
    return KataList(katas=[view_summary(package) for package in await catalogue.list_current(session)])


@router.get(
    "/katas/{slug}",
    summary="Get a kata",
    responses=_problems(404, 503),
)
async def get_kata(slug: str, session: ReadSession, catalogue: CatalogueDep) -> KataView:
    """Give the statement, the starter and the limits of one kata."""
    package = await catalogue.get_current(session, slug)
    return view_kata(package, source_bytes=MAX_SOURCE_BYTES, explanation_bytes=MAX_EXPLANATION_BYTES)


@router.post(
    "/katas/{slug}/submissions",
    summary="Submit source code",
    status_code=202,
    dependencies=[Depends(_require_json)],
    responses={
        200: {"model": SubmissionView, "description": "Judged in time."},
        202: {"description": "Stored; judging goes on."},
        **_problems(400, 403, 404, 413, 415, 422, 429, 503),
    },
)
async def submit(
    request: Request,
    slug: str,
    body: SubmissionRequest,
    response: Response,
    submissions: SubmissionsDep,
    wait: Annotated[
        float,
        Query(ge=0, le=_LONGEST_WAIT_S, allow_inf_nan=False, description="Seconds to wait for the report."),
    ] = 0,
) -> SubmissionView:
    """Store the source and have it judged; `Location` says where the report will be.

    With `wait` the answer comes when the report is ready (200) or after that time without it (202).
    """
    new = NewSubmission(slug, body.source, body.explanation, body.scope, lane=lane_of(request))
    state = await submissions.submit(new)
    if wait > 0:
        state = await submissions.wait_for(state, longest_s=wait)
    response.headers["Location"] = f"/api/v1/submissions/{state.submission.id}"
    response.status_code = 200 if state.is_over else 202
    return _fresh(response, state)


@router.get(
    "/submissions/{submission_id}",
    summary="Get a submission",
    responses=_problems(404, 503),
)
async def get_submission(
    submission_id: str, response: Response, submissions: SubmissionsDep
) -> SubmissionView:
    """Give a submission and, once it is judged, the candidate's view of its report."""
    return _fresh(response, await submissions.get(submission_id))


def _fresh(response: Response, state: SubmissionState) -> SubmissionView:
    response.headers["Cache-Control"] = "no-store"
    return view_submission(state)
