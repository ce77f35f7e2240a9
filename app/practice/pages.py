"""The pages of the catalogue and of one kata, and the forms on them. Everything works without JavaScript."""

import contextlib
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.catalogue.service import Catalogue
from app.core.db import Database
from app.core.deps import DatabaseDep, ReadinessDep, ReadSession
from app.core.errors import DomainError, StorageUnavailable
from app.core.templating import is_fragment_request, render
from app.judge.report import Scope
from app.practice.answers import read_of_kata
from app.practice.deps import CatalogueDep, SubmissionsDep
from app.practice.refusal import Typed, refused_workspace, unix_lines
from app.practice.sender import lane_of
from app.practice.service import get_ladder
from app.practice.visitor import Visitor, identify, remember
from app.practice.workspace import (
    Workspace,
    answers_context,
    render_workspace,
    results_context,
    workspace_of,
)
from app.submissions.service import NewSubmission, SubmissionState, newest_submission_id, read_submission

router = APIRouter(include_in_schema=False)

_PATIENCE_S = 3.0
"""How long a plain form post waits for its report before it shows the page that waits."""


class Action(StrEnum):
    """The two buttons under the editor."""

    RUN = "run"
    SUBMIT = "submit"


_SCOPES = {Action.RUN: Scope.PUBLIC, Action.SUBMIT: Scope.ALL}


@router.get("/")
async def show_catalogue(
    request: Request, session: ReadSession, catalogue: CatalogueDep, readiness: ReadinessDep
) -> Response:
    """Show all katas."""
    katas = await catalogue.list_current(session)
    return render(request, "catalogue.html", {"katas": katas, "readiness": readiness})


@router.get("/katas/{slug}")
async def show_kata(
    request: Request, slug: str, session: ReadSession, catalogue: CatalogueDep, readiness: ReadinessDep
) -> Response:
    """Show a kata with its starter in the editor."""
    package = await catalogue.get_current(session, slug)
    visitor = identify(request)
    workspace = Workspace(
        package,
        await get_ladder(session, package, visitor.hash),
        last_submission_id=await newest_submission_id(session, visitor.hash, slug),
    )
    return _remembered(request, visitor, render_workspace(request, workspace, readiness))


@router.get("/katas/{slug}/submissions/{submission_id}")
async def show_submission(
    request: Request,
    slug: str,
    submission_id: str,
    session: ReadSession,
    catalogue: CatalogueDep,
    readiness: ReadinessDep,
) -> Response:
    """Show a submission: its text in the editor and its report, or that it waits."""
    state = await read_of_kata(session, slug, submission_id)
    package = await catalogue.load(session, state.submission.kata_digest)
    visitor = identify(request)
    workspace = workspace_of(state, package, await get_ladder(session, package, visitor.hash))
    return _remembered(request, visitor, render_workspace(request, workspace, readiness))


@router.get("/katas/{slug}/submissions")
@router.get("/katas/{slug}/reveals")
async def back_to_kata(slug: str) -> Response:
    """Lead whoever reloads the address of a form back to its page."""
    return RedirectResponse(f"/katas/{slug}", status_code=303)


@router.post("/katas/{slug}/submissions")
async def submit(  # noqa: PLR0913 - FastAPI injects by parameter
    request: Request,
    slug: str,
    action: Annotated[Action, Form()],
    catalogue: CatalogueDep,
    database: DatabaseDep,
    submissions: SubmissionsDep,
    readiness: ReadinessDep,
    source: Annotated[str, Form()] = "",
    explanation: Annotated[str, Form()] = "",
) -> Response:
    """Store what was typed and show where its report will be. A refusal keeps the text on the page."""
    visitor = identify(request)
    source, explanation = unix_lines(source), unix_lines(explanation)
    lane = lane_of(request, visitor)
    new = NewSubmission(slug, source, explanation, _SCOPES[action], visitor.hash, lane)
    try:
        state = await submissions.submit(new)
    except DomainError as error:
        if is_fragment_request(request):
            raise
        typed = Typed(source, explanation)
        refused = await refused_workspace(
            error, typed, slug, visitor=visitor.hash, database=database, catalogue=catalogue
        )
        if refused is None:
            raise
        return _remembered(request, visitor, render_workspace(request, refused, readiness))
    if is_fragment_request(request):
        response = await _submitted(request, state, visitor, database=database, catalogue=catalogue)
    else:
        await submissions.wait_for(state, longest_s=_PATIENCE_S)
        response = RedirectResponse(_address(state), 303)
    return _remembered(request, visitor, response)


async def _submitted(
    request: Request, state: SubmissionState, visitor: Visitor, *, database: Database, catalogue: Catalogue
) -> Response:
    """Show that a submission waits, beside the answers, which it may have unlocked."""
    template, context = "_results.html", results_context(state, None)
    # It is stored: where the answers cannot be read just now, they stay as they are.
    with contextlib.suppress(StorageUnavailable):
        async with database.read() as session:
            package = await catalogue.load(session, state.submission.kata_digest)
            ladder = await get_ladder(session, package, visitor.hash)
        template, context = "_submitted.html", {**context, **answers_context(package, ladder, swap=True)}
    response = render(request, template, context)
    response.headers["HX-Push-Url"] = _address(state)
    return response


def _address(state: SubmissionState) -> str:
    return f"/katas/{state.submission.kata_slug}/submissions/{state.submission.id}"


@router.get("/submissions/{submission_id}/report")
async def show_report(
    request: Request, submission_id: str, session: ReadSession, catalogue: CatalogueDep
) -> Response:
    """Give the results pane alone, for the page to put in place."""
    state = await read_submission(session, submission_id)
    package = await catalogue.load(session, state.submission.kata_digest)
    return render(request, "_results.html", results_context(state, package))


def _remembered(request: Request, visitor: Visitor, response: Response) -> Response:
    remember(request, response, visitor)
    return response
