"""The page behind the `type` of every problem document."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.core.errors import NotFound
from app.core.problems import PROBLEM_TYPES
from app.core.templating import render

router = APIRouter(include_in_schema=False)


@router.get("/problems/{slug}")
async def explain(request: Request, slug: str) -> Response:
    """Explain one type of problem."""
    if slug not in PROBLEM_TYPES:
        raise NotFound("There is no problem type of that name.")
    return render(request, "problem_type.html", {"kind": PROBLEM_TYPES[slug]})
