"""The pages of the catalogue and of one kata, and the forms on them. Everything works without JavaScript."""

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.core.deps import DatabaseDep, ReadinessDep, ReadSession, WriteSession
from app.core.errors import DomainError, NotFound
from app.core.ids import SubmissionId, is_token
from app.core.problems import domain_problem
from app.core.templating import is_fragment_request, render
from app.judge.report import Scope
from app.practice.deps import CatalogueDep, SubmissionsDep
from app.practice.service import get_ladder, reveal
from app.practice.visitor import Visitor, identify, remember
from app.practice.workspace import (
    Workspace,
    answers_context,
    render_workspace,
    results_context,
    workspace_of,
)
from app.submissions.repository import newest_of_visitor
from app.submissions.service import NewSubmission, SubmissionState

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
    newest = await newest_of_visitor(session, visitor.hash, slug)
    workspace = Workspace(
        package,
        await get_ladder(session, package, visitor.hash),
        last_submission_id=None if newest is None else newest.id,
    )
    return _remembered(request, visitor, render_workspace(request, workspace, readiness))


@router.get("/katas/{slug}/submissions/{submission_id}")
async def show_submission(
    request: Request,
    slug: str,
    submission_id: str,
    session: ReadSession,
    catalogue: CatalogueDep,
    submissions: SubmissionsDep,
    readiness: ReadinessDep,
) -> Response:
    """Show a submission: its text in the editor and its report, or that it waits."""
    state = await _of_kata(submissions, slug, submission_id)
    package = await catalogue.load(session, state.submission.kata_digest)
    visitor = identify(request)
    workspace = workspace_of(state, package, await get_ladder(session, package, visitor.hash))
    return _remembered(request, visitor, render_workspace(request, workspace, readiness))


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
    source, explanation = _unix_lines(source), _unix_lines(explanation)
    new = NewSubmission(slug, source, explanation, _SCOPES[action], visitor.hash)
    try:
        state = await submissions.submit(new)
    except DomainError as error:
        if isinstance(error, NotFound) or is_fragment_request(request):
            raise
        async with database.read() as session:
            package = await catalogue.get_current(session, slug)
            ladder = await get_ladder(session, package, visitor.hash)
        refused = Workspace(package, ladder, source, explanation, problem=domain_problem(error))
        return _remembered(request, visitor, render_workspace(request, refused, readiness))
    address = f"/katas/{slug}/submissions/{state.submission.id}"
    if is_fragment_request(request):
        async with database.read() as session:
            package = await catalogue.load(session, state.submission.kata_digest)
            ladder = await get_ladder(session, package, visitor.hash)
        context = {**results_context(state), **answers_context(package, ladder, swap=True)}
        response: Response = render(request, "_submitted.html", context)
        response.headers["HX-Push-Url"] = address
    else:
        await submissions.wait_for(SubmissionId(state.submission.id), longest_s=_PATIENCE_S)
        response = RedirectResponse(address, 303)
    return _remembered(request, visitor, response)


@router.post("/katas/{slug}/reveals")
async def open_answer(  # noqa: PLR0913 - FastAPI injects by parameter
    request: Request,
    slug: str,
    step: Annotated[str, Form()],
    session: WriteSession,
    catalogue: CatalogueDep,
    submissions: SubmissionsDep,
    readiness: ReadinessDep,
    source: Annotated[str | None, Form()] = None,
    explanation: Annotated[str, Form()] = "",
    submission: Annotated[str, Form()] = "",
) -> Response:
    """Open the next answer. Without JavaScript the whole page comes back, with the text as it was typed."""
    visitor = identify(request)
    package = await catalogue.get_current(session, slug)
    ladder = await reveal(session, package, visitor.hash, step=step)
    if is_fragment_request(request):
        return render(request, "_answers.html", answers_context(package, ladder))
    state = await _of_kata(submissions, slug, submission) if is_token(submission) else None
    typed = None if source is None else _unix_lines(source)
    workspace = Workspace(package, ladder, typed, _unix_lines(explanation), state)
    return render_workspace(request, workspace, readiness)


@router.get("/submissions/{submission_id}/report")
async def show_report(request: Request, submission_id: str, submissions: SubmissionsDep) -> Response:
    """Give the results pane alone, for the page to put in place."""
    return render(request, "_results.html", results_context(await submissions.get(submission_id)))


async def _of_kata(submissions: SubmissionsDep, slug: str, submission_id: str) -> SubmissionState:
    state = await submissions.get(submission_id)
    if state.submission.kata_slug != slug:
        raise NotFound("There is no such submission of this kata.")
    return state


def _unix_lines(text: str) -> str:
    # Browsers send every line break of a form as CR LF, whatever was typed.
    return text.replace("\r\n", "\n")


def _remembered(request: Request, visitor: Visitor, response: Response) -> Response:
    remember(request, response, visitor)
    return response
