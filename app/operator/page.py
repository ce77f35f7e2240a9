"""The operator's page: the layers of the sandbox as the start found them, the queue and the pool as they are.

Nothing is examined anew for a view: that takes children of its own, and `kata doctor` does it on request.
"""

from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.core.db import Database
from app.core.deps import DatabaseDep, ReadinessDep
from app.core.errors import StorageUnavailable
from app.core.sandbox_state import SandboxState
from app.core.templating import render
from app.jobs.lane import QueueLoad
from app.jobs.queue import Queue
from app.operator.access import OperatorOnly
from app.operator.presentation import figures, layer_groups, summarise

router = APIRouter(include_in_schema=False)


@router.get("/operator")
async def show_operator(
    request: Request, _operator: OperatorOnly, database: DatabaseDep, readiness: ReadinessDep
) -> Response:
    """Show the state of this server to its operator."""
    sandbox = cast("SandboxState", request.app.state.parts.runner)
    load = await _load(database, cast("Queue", request.app.state.queue))
    context: dict[str, object] = {
        "summary": summarise(readiness, sandbox.examined),
        "figures": figures(load, sandbox.pool),
        "database_answers": load is not None,
        "layers": layer_groups(sandbox.examined),
        "examined_at": None if sandbox.examined is None else sandbox.examined.at,
        "version": request.app.version,
    }
    response = render(request, "operator.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


async def _load(database: Database, queue: Queue) -> QueueLoad | None:
    try:
        async with database.read() as session:
            return await queue.load(session)
    except StorageUnavailable:
        return None
