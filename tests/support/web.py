"""The application with a scripted judge, over ASGI: real pages, API, queue, worker and database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import httpx2
from fastapi import FastAPI

from app.core.sandbox_state import Examined, PoolState
from app.core.settings import Settings
from app.jobs.queue import QueueRules
from app.judge.events import Judged, JudgeEvent, JudgingStarted, StageFinished
from app.judge.package import KataPackage
from app.judge.report import CheckResult, CheckStatus, Judgement, Report, Times, Verdict
from app.judge.submission import Submission
from app.main import Parts, create_app
from app.migrations import migrate_to_head
from sandbox.errors import Unavailable
from sandbox.spec import RunResult, RunSpec

NO_PAUSE = timedelta(milliseconds=1)
BROWSER = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
HTMX = {**BROWSER, "HX-Request": "true"}


def make_report(package: KataPackage, submission: Submission, verdict: Verdict) -> Report:
    """Make a small report of that verdict."""
    passed = verdict is Verdict.ACCEPTED
    check = CheckResult(
        id="index",
        title="Index law",
        status=CheckStatus.PASSED if passed else CheckStatus.FAILED,
        message="every element is in its place" if passed else "<b>split</b>[0, 0, 1, 0] is 3",
        evidence=None,
        weight=1.0,
    )
    return Report(
        version=1,
        kata=package.slug,
        kata_digest=package.digest,
        judge_version="test",
        numpy_version="0",
        file=submission.file,
        seed=submission.seed,
        verdict=verdict,
        summary=f"scripted: {verdict}",
        score=1.0 if passed else 0.0,
        checks=[check],
        diagnosis=None,
        advice=[],
        stdout="",
        times_ms=Times(total=1.0, parts={}),
    )


class ScriptedJudge:
    """Obeys the source: it names its own verdict, or "crash", or "wait" until `release` is set."""

    def __init__(self) -> None:
        """Begin with nothing judged."""
        self.judged: list[bytes] = []
        self.release = asyncio.Event()

    async def judge(self, submission: Submission, package: KataPackage) -> AsyncIterator[JudgeEvent]:
        """Judge as the source says."""
        self.judged.append(submission.source)
        yield JudgingStarted(1)
        words = submission.source.split()
        if b"crash" in words:
            raise RuntimeError("scripted crash")
        if b"wait" in words:
            await self.release.wait()
        yield StageFinished(1, "scripted")
        named = [verdict for verdict in Verdict if verdict.value.encode() in words]
        report = make_report(package, submission, named[0] if named else Verdict.WRONG_ANSWER)
        yield Judged(Judgement(interviewer=report, candidate=report.model_copy(update={"seed": None})))


@dataclass(slots=True)
class StillRunner:
    """A runner for the scripted judge, which runs nothing; `broken` says why it cannot start."""

    broken: str = ""
    examined: Examined | None = None
    pool: PoolState | None = None

    async def start(self) -> None:
        """Start, or refuse as a host without a sandbox would."""
        if self.broken:
            raise Unavailable(self.broken)

    async def run(self, spec: RunSpec) -> RunResult:
        """Refuse: the scripted judge runs nothing."""
        raise NotImplementedError

    async def aclose(self) -> None:
        """Have nothing to end."""


@dataclass(slots=True)
class Site:
    """A running application with a client and the judge behind it."""

    app: FastAPI
    client: httpx2.AsyncClient
    judge: ScriptedJudge


@asynccontextmanager
async def running_site(
    data_dir: Path,
    *,
    runner: StillRunner | None = None,
    rules: QueueRules | None = None,
    wait_for_judging: bool = True,
    **settings_given: str | int,
) -> AsyncIterator[Site]:
    """Migrate the database, run the application with its worker, and stop it afterwards.

    Settings are given by their names in `Settings`.
    """
    settings = Settings.model_validate({"data_dir": data_dir, **settings_given})
    await asyncio.to_thread(migrate_to_head, settings.url)
    judge = ScriptedJudge()
    parts = Parts(runner or StillRunner(), lambda _runner: judge.judge, rules=rules, first_pause=NO_PAUSE)
    app = create_app(settings, parts)
    transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url="http://kata.test") as client,
    ):
        if wait_for_judging:
            await app.state.readiness.settled.wait()
        try:
            yield Site(app, client, judge)
        finally:
            judge.release.set()


async def submit_json(site: Site, source: str, *, wait_s: int = 30) -> httpx2.Response:
    """Submit to the first kata over the API and wait for the report."""
    return await site.client.post(
        f"/api/v1/katas/split_heads/submissions?wait={wait_s}", json={"source": source}
    )
