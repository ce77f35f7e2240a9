"""Puts a judgement together: the interviewer's report from everything, the candidate's from public cases.

The candidate's view never depends on a number of a hidden case: a check that only hidden cases break
says so in fixed words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from app.judge.checks.evaluation import Findings, evaluate
from app.judge.checks.finding import Finding
from app.judge.feedback import for_candidate
from app.judge.manifest import CheckTable
from app.judge.observations import GroupRun, Observations
from app.judge.package import KataPackage
from app.judge.report import (
    REPORT_VERSION,
    Advice,
    CheckResult,
    CheckStatus,
    Diagnosis,
    Judgement,
    Report,
    Times,
    Verdict,
)
from app.judge.rules import RuleName
from app.judge.submission import Submission
from app.judge.summary import JUDGE_FAILED, Diagnosed, summarise
from app.judge.verdict import decide
from sandbox.spec import MemoryBound

JUDGE_VERSION = "3"
"""Raised whenever the same submission and seed could be judged differently."""

_HIDDEN_CALL = "every public call came back; one on a hidden case raised, was stopped or ended the process"
_HIDDEN_GATE = "could not be evaluated on every hidden case"
_ROUNDED_MS = 10
_CUT = "… cut: more was printed than is kept\n"


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall time of the whole judging and of its children, in milliseconds."""

    total_ms: float
    parts_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What judging concluded, before it is put into words."""

    verdict: Verdict
    seen: Observations
    findings: Findings
    diagnosis: Diagnosis | None
    shown_diagnosis: Diagnosis | None
    """As the candidate may see it: names from all cases, everything else from public ones."""
    advice: list[Advice]
    """Remarks on a right submission; they come from no hidden case."""
    numpy_version: str
    memory_bound: MemoryBound


def build_judgement(
    package: KataPackage, submission: Submission, outcome: Outcome, *, timing: Timing
) -> Judgement:
    """Write both views of an outcome."""
    public = outcome.seen.public()
    public_findings = evaluate(public)
    whole, part = (_diagnosed(package, one) for one in (outcome.diagnosis, outcome.shown_diagnosis))
    everything = _check_results(package, outcome.findings.by_check)
    shown = _check_results(package, _shown_findings(package, outcome.findings, public_findings))
    interviewer = Report(
        version=REPORT_VERSION,
        kata=package.slug,
        kata_digest=package.digest,
        judge_version=JUDGE_VERSION,
        numpy_version=outcome.numpy_version,
        memory_bound=outcome.memory_bound,
        file=submission.file,
        seed=submission.seed,
        verdict=outcome.verdict,
        summary=summarise(outcome.verdict, everything, diagnosed=whole, scope=submission.scope),
        score=score_of(everything),
        checks=everything,
        diagnosis=outcome.diagnosis,
        advice=outcome.advice,
        stdout=_printed(outcome.seen.runs),
        times_ms=Times(total=timing.total_ms, parts=dict(timing.parts_ms)),
    )
    is_hidden = decide(public, public_findings) is not outcome.verdict
    shown_instead = {
        "seed": None,
        "summary": summarise(
            outcome.verdict, shown, diagnosed=part, scope=submission.scope, hidden=is_hidden
        ),
        "checks": shown,
        "diagnosis": for_candidate(outcome.shown_diagnosis),
        "stdout": _printed(public.runs),
        "times_ms": _rounded(sum(run.result.wall_s for run in public.runs) * 1000),
    }
    return Judgement(interviewer=interviewer, candidate=interviewer.model_copy(update=shown_instead))


def build_failure(package: KataPackage, submission: Submission, *, reason: str, timing: Timing) -> Judgement:
    """Write both views of a judging that failed by our own fault; only the interviewer sees the reason."""
    nothing = Finding(CheckStatus.NOT_EVALUATED, "the judge failed before this could be looked at")
    checks = _check_results(package, {check.id: nothing for check in package.manifest.checks})
    candidate = Report(
        version=REPORT_VERSION,
        kata=package.slug,
        kata_digest=package.digest,
        judge_version=JUDGE_VERSION,
        numpy_version="",
        file=submission.file,
        seed=None,
        verdict=Verdict.JUDGE_ERROR,
        summary=JUDGE_FAILED,
        score=0.0,
        checks=checks,
        diagnosis=None,
        advice=[],
        stdout="",
        times_ms=_rounded(0.0),
    )
    told = {
        "seed": submission.seed,
        "summary": f"{JUDGE_FAILED} {reason}",
        "times_ms": Times(total=timing.total_ms, parts={}),
    }
    return Judgement(interviewer=candidate.model_copy(update=told), candidate=candidate)


def _diagnosed(package: KataPackage, diagnosis: Diagnosis | None) -> Diagnosed | None:
    """Name a diagnosis, and the checks that hold its function to its exact law."""
    if diagnosis is None:
        return None
    exact = [check for check in package.manifest.checks if check.rule is RuleName.EXACT]
    laws = [check.id for check in exact if diagnosis.function in check.functions]
    return Diagnosed(diagnosis.title, frozenset(laws))


def score_of(checks: Iterable[CheckResult]) -> float:
    """Add up the weights of the checks that passed, 0..1."""
    return round(sum(check.weight for check in checks if check.status is CheckStatus.PASSED), 4)


def _check_results(package: KataPackage, findings: Mapping[str, Finding]) -> list[CheckResult]:
    return [
        CheckResult(
            id=check.id,
            title=check.title,
            status=findings[check.id].status,
            message=findings[check.id].told,
            evidence=findings[check.id].shown,
            weight=check.weight,
        )
        for check in package.manifest.checks
    ]


def _shown_findings(package: KataPackage, everything: Findings, public: Findings) -> dict[str, Finding]:
    """Give each check its true status, with words and evidence that public cases alone account for."""
    shown: dict[str, Finding] = {}
    for check in package.manifest.checks:
        whole, part = everything.by_check[check.id], public.by_check[check.id]
        if part.status is not whole.status:
            shown[check.id] = Finding(whole.status, _hidden_words(check, whole, public=part.status))
        else:
            # The condition is a rule over all cases, with no number of a hidden one.
            shown[check.id] = replace(part, condition=whole.condition)
    return shown


def _hidden_words(check: CheckTable, whole: Finding, *, public: CheckStatus) -> str:
    if whole.status is CheckStatus.NOT_EVALUATED:
        return f"{check.title} {_HIDDEN_GATE}"
    if check.rule is RuleName.RUNS:
        return _HIDDEN_CALL
    if public is not CheckStatus.PASSED:
        return f"{check.title} fails on a hidden case, and could not be evaluated on every public one"
    words = f"{check.title} holds on the public cases and fails on a hidden one"
    return f"{words}; it holds when {whole.condition.holds}" if whole.condition else words


def _printed(runs: Iterable[GroupRun]) -> str:
    parts: list[str] = []
    for run in runs:
        for place, output in run.printed():
            ending = "" if output.text.endswith("\n") else "\n"
            parts.append(f"[{place}]\n{output.text}{ending}{_CUT if output.truncated else ''}")
    return "".join(parts)


def _rounded(total_ms: float) -> Times:
    """Tell one rounded time; how long hidden cases took could be made to say what was in them."""
    return Times(total=float(round(total_ms / _ROUNDED_MS) * _ROUNDED_MS), parts={})
