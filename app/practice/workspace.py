"""What the three panes of a kata show: the question with its answers, the editor, the results."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.core.problems import Problem
from app.core.readiness import JudgingState, Readiness
from app.core.templating import render
from app.judge.package import KataPackage
from app.judge.submission import MAX_SOURCE_BYTES
from app.practice.ladder import Ladder
from app.practice.presentation import present, waiting_line
from app.submissions.service import MAX_EXPLANATION_BYTES, SubmissionState


@dataclass(frozen=True, slots=True)
class Workspace:
    """One visitor's view of one kata.

    `source` None stands for the starter; `ladder` None means that the answers could not be read just now.
    """

    package: KataPackage
    ladder: Ladder | None
    source: str | None = None
    explanation: str = ""
    state: SubmissionState | None = None
    problem: Problem | None = None
    last_submission_id: str | None = None


def stored_text(data: bytes) -> str:
    """Show stored bytes: what is no text is replaced, for display only."""
    return data.decode("utf-8", "replace")


def workspace_of(state: SubmissionState, package: KataPackage, ladder: Ladder) -> Workspace:
    """Show a submission with its own text in the editor."""
    submission = state.submission
    return Workspace(
        package=package,
        ladder=ladder,
        source=stored_text(submission.source),
        explanation=stored_text(submission.explanation),
        state=state,
    )


def results_context(
    state: SubmissionState | None, package: KataPackage | None, problem: Problem | None = None
) -> dict[str, object]:
    """Give the values of the results pane; `package` is what `state` was judged by, needed for its report."""
    waiting = state is not None and not state.is_over
    return {
        "state": state,
        "view": None if state is None or package is None else present(state, package),
        "waiting_line": None if state is None else waiting_line(state),
        "is_waiting": waiting,
        "problem": None if problem is None else {"title": problem.type.title, "detail": problem.detail},
    }


def answers_context(package: KataPackage, ladder: Ladder | None, *, swap: bool = False) -> dict[str, object]:
    """Give the values of the answers; `swap` lets htmx put them in place beside another fragment."""
    return {"kata": package, "ladder": ladder, "swap_answers": swap}


def render_workspace(request: Request, workspace: Workspace, readiness: Readiness) -> HTMLResponse:
    """Render the whole page."""
    package = workspace.package
    context: dict[str, object] = {
        **results_context(workspace.state, package, workspace.problem),
        **answers_context(package, workspace.ladder),
        "source": package.starter if workspace.source is None else workspace.source,
        "explanation": workspace.explanation,
        "limits": package.limits,
        "max_source_kib": MAX_SOURCE_BYTES >> 10,
        "max_explanation_kib": MAX_EXPLANATION_BYTES >> 10,
        "judging_closed": readiness.judging is JudgingState.CLOSED,
        "last_submission_id": workspace.last_submission_id,
    }
    if workspace.problem is None:
        return render(request, "kata.html", context)
    response = render(request, "kata.html", context, status=workspace.problem.type.status)
    response.headers.update(workspace.problem.headers)
    return response
