"""The form that opens the next answer. It works without JavaScript, and typed text comes back with it."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlmodel.ext.asyncio.session import AsyncSession
from starlette.responses import Response

from app.core.deps import DatabaseDep, ReadinessDep
from app.core.errors import DomainError, NotFound
from app.core.ids import is_token
from app.core.problems import domain_problem, problem_response
from app.core.templating import is_fragment_request, render
from app.practice.deps import CatalogueDep
from app.practice.refusal import Typed, refused_workspace, unix_lines
from app.practice.service import reveal
from app.practice.visitor import identify
from app.practice.workspace import Workspace, answers_context, render_workspace
from app.submissions.service import SubmissionState, read_submission

router = APIRouter(include_in_schema=False)


@router.post("/katas/{slug}/reveals")
async def open_answer(  # noqa: PLR0913 - FastAPI injects by parameter
    request: Request,
    slug: str,
    step: Annotated[str, Form()],
    database: DatabaseDep,
    catalogue: CatalogueDep,
    readiness: ReadinessDep,
    source: Annotated[str | None, Form()] = None,
    explanation: Annotated[str, Form()] = "",
    submission: Annotated[str, Form()] = "",
) -> Response:
    """Open the next answer. Without JavaScript the whole page comes back, with the text as it was typed."""
    visitor = identify(request)
    typed = Typed(None if source is None else unix_lines(source), unix_lines(explanation))
    is_fragment = is_fragment_request(request)
    try:
        async with database.write() as session:
            package = await catalogue.get_current(session, slug)
            ladder = await reveal(session, package, visitor.hash, step=step)
            state = None if is_fragment else await _shown_beside(session, slug, submission)
    except DomainError as error:
        if is_fragment:
            return _beside_the_results(problem_response(request, domain_problem(error)))
        refused = await refused_workspace(
            error, typed, slug, visitor=visitor.hash, database=database, catalogue=catalogue
        )
        if refused is None:
            raise
        return render_workspace(request, refused, readiness)
    if is_fragment:
        return render(request, "_answers.html", answers_context(package, ladder))
    workspace = Workspace(package, ladder, typed.source, typed.explanation, state)
    return render_workspace(request, workspace, readiness)


async def _shown_beside(session: AsyncSession, slug: str, submission_id: str) -> SubmissionState | None:
    """Read the submission whose report stands on the page, in the session that is open already."""
    if not is_token(submission_id):
        return None
    return await read_of_kata(session, slug, submission_id)


async def read_of_kata(session: AsyncSession, slug: str, submission_id: str) -> SubmissionState:
    """Give a submission of this kata.

    Raises:
        NotFound: there is none of that id.
    """
    state = await read_submission(session, submission_id)
    if state.submission.kata_slug != slug:
        raise NotFound("There is no such submission of this kata.")
    return state


def _beside_the_results(response: Response) -> Response:
    # The button asks for new answers; a refusal must not take the place of the old ones.
    response.headers["HX-Retarget"] = "#results"
    response.headers["HX-Reswap"] = "innerHTML"
    return response
