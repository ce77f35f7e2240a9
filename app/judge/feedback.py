"""What a candidate is shown of a report, level by level.

Every level is cut out of the candidate's view, so none depends on a number of a hidden case.
"""

from typing import TypeVar

from app.judge.report import Cause, Diagnosis, FeedbackLevel, Report, Scope, Verdict
from app.judge.summary import VERDICT_ONLY, summarise

_Cause = TypeVar("_Cause", Cause, Diagnosis)


def at_level(report: Report, level: FeedbackLevel) -> Report:
    """Cut a candidate's report down to a level; a report that was cut already gains nothing."""
    match level:
        case FeedbackLevel.DIAGNOSIS:
            return report
        case FeedbackLevel.CHECKS if report.feedback is FeedbackLevel.DIAGNOSIS:
            return report.model_copy(
                update={
                    "feedback": level,
                    "summary": _summary_of_checks(report),
                    "diagnosis": None,
                    "advice": [],
                }
            )
        case FeedbackLevel.VERDICT:
            return report.model_copy(
                update={
                    "feedback": level,
                    "summary": VERDICT_ONLY.get(report.verdict, report.summary),
                    "score": None,
                    "checks": [],
                    "diagnosis": None,
                    "advice": [],
                }
            )
    return report


def _summary_of_checks(report: Report) -> str:
    if report.verdict is not Verdict.WRONG_ANSWER:
        return report.summary
    return summarise(report.verdict, report.checks, diagnosed=None, scope=Scope.ALL)


def for_candidate(diagnosis: Diagnosis | None) -> Diagnosis | None:
    """Leave out what is meant for interviewers."""
    if diagnosis is None:
        return None
    causes = [_without_background(cause) for cause in diagnosis.causes]
    return _without_background(diagnosis).model_copy(update={"causes": causes})


def _without_background(cause: _Cause) -> _Cause:
    return cause.model_copy(update={"background": None})
