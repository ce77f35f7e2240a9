"""Two routes for machines: the process answers, and the service works. Neither says why not."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from app.core.deps import DatabaseDep, ReadinessDep

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Say that the process answers."""
    return PlainTextResponse("ok")


@router.get("/readyz")
async def readyz(database: DatabaseDep, readiness: ReadinessDep) -> PlainTextResponse:
    """Say whether submissions are stored and judged."""
    ready = readiness.is_judging and await database.ping()
    return PlainTextResponse("ok", 200) if ready else PlainTextResponse("not ok", 503)
