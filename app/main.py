"""Wires the parts into one application: the only place that knows them all."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from app.catalogue.service import Catalogue
from app.core import health, problem_pages
from app.core.db import Database
from app.core.log_events import LogEvent
from app.core.logging import get_logger
from app.core.problems import install_problem_handlers
from app.core.readiness import Readiness
from app.core.requests import BodyLimit, CatchAll, HeadAsGet, RequestContext
from app.core.sandbox_state import SandboxState
from app.core.security import OwnHostsOnly, OwnOriginOnly, SecurityHeaders
from app.core.settings import Settings
from app.core.templating import STATIC_DIR, bundle_file
from app.jobs.local import LocalQueue
from app.jobs.queue import QueueRules
from app.judge.judge import Judge
from app.judge.package import builtin_katas_dir, package_folders
from app.operator import page as operator_page
from app.operator.access import OperatorAccess
from app.practice import answers, api, live, pages
from app.practice.openapi import describe
from app.submissions.bounds import Bounds
from app.submissions.broadcast import Broadcast
from app.submissions.recording import Recorder
from app.submissions.service import Submissions
from app.worker import FIRST_PAUSE, JudgeFunction, Worker
from sandbox.errors import SandboxError
from sandbox.spec import Runner

_LOG = get_logger(__name__)


class ManagedRunner(Runner, SandboxState, Protocol):
    """A runner that has to be started; `start` raises SandboxError where this host cannot judge."""

    async def start(self) -> object:
        """Prepare the sandbox and prove it."""
        ...

    async def aclose(self) -> None:
        """End everything it started."""
        ...


def _make_judge(runner: Runner) -> JudgeFunction:
    return Judge(runner).judge


@dataclass(frozen=True, slots=True)
class Parts:
    """What can be chosen from outside: the sandbox, the judge, the katas, and how patient the queue is."""

    runner: ManagedRunner
    make_judge: Callable[[Runner], JudgeFunction] = _make_judge
    katas_dir: Path | None = None
    rules: QueueRules | None = None
    first_pause: timedelta = FIRST_PAUSE
    """Before the first retry after a fault of ours."""


class _Service(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """Give the document of the API, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = describe(self)
        return self.openapi_schema


def create_app(settings: Settings, parts: Parts) -> FastAPI:
    """Build the application on a database that is migrated already."""
    app = _Service(
        title="Rightshape",
        summary="Katas for bugs with the right shape and the wrong numbers.",
        version=version("rightshape"),
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    _wire(app, settings, parts)
    install_problem_handlers(app)
    for part in (health, problem_pages, operator_page, api, pages, answers, live):
        app.include_router(part.router)
    # Without a bundle the folder `dist` is missing, which is no error.
    app.mount("/static", StaticFiles(directory=STATIC_DIR, check_dir=False), name="static")
    # The last one added is the first to see a request.
    app.add_middleware(OwnOriginOnly, allowed_origins=settings.origins)
    app.add_middleware(BodyLimit, max_body_bytes=settings.max_body_bytes)
    app.add_middleware(HeadAsGet)
    app.add_middleware(OwnHostsOnly, allowed_hosts=settings.hosts)
    app.add_middleware(CatchAll)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestContext)
    return app


def _wire(app: FastAPI, settings: Settings, parts: Parts) -> None:
    database = Database(settings.url)
    queue = LocalQueue(database, rules=parts.rules)
    catalogue = Catalogue()
    broadcast = Broadcast()
    readiness = Readiness()
    app.state.database = database
    app.state.queue = queue
    app.state.catalogue = catalogue
    app.state.broadcast = broadcast
    app.state.readiness = readiness
    app.state.parts = parts
    app.state.operator = OperatorAccess(settings.operator_token.get_secret_value())
    app.state.drain_s = settings.drain_s
    app.state.submissions = Submissions(
        database=database,
        queue=queue,
        catalogue=catalogue,
        broadcast=broadcast,
        readiness=readiness,
        bounds=Bounds(
            in_all=settings.max_queued,
            of_address=settings.max_queued_per_address,
            of_owner=settings.max_queued_per_sender,
        ),
        feedback=settings.feedback,
    )
    app.state.worker = Worker(
        queue=queue,
        recorder=Recorder(database=database, queue=queue, catalogue=catalogue),
        broadcast=broadcast,
        judge=parts.make_judge(parts.runner),
        concurrency=settings.workers,
        first_pause=parts.first_pause,
    )


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    database: Database = app.state.database
    parts: Parts = app.state.parts
    worker: Worker = app.state.worker
    catalogue: Catalogue = app.state.catalogue
    async with database.write() as session:
        await catalogue.register_all(session, package_folders(parts.katas_dir or builtin_katas_dir()))
    if bundle_file("practice.js") is None:
        _LOG.warning(LogEvent.ASSETS_MISSING, effect="the editor is a plain text box")
    # The sandbox may take a while to build; pages and health are served meanwhile.
    judging = asyncio.create_task(_judge_while_open(app))
    _LOG.info(LogEvent.SERVER_STARTED)
    try:
        yield
    finally:
        app.state.broadcast.close()
        worker.stop()
        await _drain(judging, app.state.drain_s)
        await parts.runner.aclose()
        await database.aclose()
        _LOG.info(LogEvent.SERVER_STOPPED)


async def _judge_while_open(app: FastAPI) -> None:
    """Start the sandbox, then judge until the worker is told to stop."""
    readiness: Readiness = app.state.readiness
    worker: Worker = app.state.worker
    parts: Parts = app.state.parts
    try:
        await parts.runner.start()
    except SandboxError as error:
        readiness.close(str(error))
        _LOG.error(LogEvent.JUDGING_CLOSED, reason=str(error))
        return
    except Exception as error:  # noqa: BLE001 - pages are served whatever broke here, and it is logged
        readiness.close(f"The sandbox could not be started: {error}")
        _LOG.exception(LogEvent.JUDGING_CLOSED)
        return
    readiness.open()
    readiness.worker_runs = True
    _LOG.info(LogEvent.JUDGING_OPENED)
    try:
        await worker.run()
    finally:
        readiness.worker_runs = False


async def _drain(task: asyncio.Task[None], longest_s: float) -> None:
    """Let `task` finish what it does; past the patience it is cancelled, and its jobs go back."""
    _done, pending = await asyncio.wait({task}, timeout=longest_s)
    if pending:
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled() and task.exception() is not None:
        _LOG.error(LogEvent.WORKER_STUMBLED, exc_info=task.exception())
