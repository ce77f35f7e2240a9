"""`input_unchanged`: the caller's arrays stay as they were, and no result shares a buffer with another."""

from app.judge.arrays import AnyArray, first_index, to_numpy, wrong_elements
from app.judge.checks.evidence import bare, number
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.observations import Observations, Trial
from app.judge.wording import place_of
from sandbox.spec import Raised, Returned


def check(seen: Observations, question: Question) -> Finding:
    """Look for an argument altered in place, and for a buffer handed out twice.

    The child tells both, so they may fail a submission and never pass one.
    """
    (function,) = question.functions
    for trial in seen.of(function):
        finding = _changed(function, trial)
        if finding is not None:
            return finding
    return passed(question)


def _changed(function: str, trial: Trial) -> Finding | None:
    outcome = trial.outcome
    if not isinstance(outcome, Returned | Raised):
        return None
    if outcome.changed_args:
        return _changed_argument(function, trial, to_numpy(outcome.changed_args[0][1]))
    if outcome.late_changes:
        return failed(f"{function} changed an array of an earlier call, on {place_of(trial)}", bare(trial))
    if outcome.changed_results:
        return failed(
            f"{function} overwrote a result it had returned before, on {place_of(trial)}", bare(trial)
        )
    if isinstance(outcome, Returned) and outcome.shares_buffer_with is not None:
        return failed(
            f"{function} handed out one buffer twice: a later result overwrites an earlier one,"
            f" on {place_of(trial)}",
            bare(trial),
        )
    return None


def _changed_argument(function: str, trial: Trial, after: AnyArray) -> Finding:
    before = trial.call.array
    if after.shape != before.shape or after.dtype != before.dtype:
        words = f"{function} gave the caller's array another shape or dtype"
        return failed(f"{words}, on {place_of(trial)}", bare(trial))
    index = first_index(wrong_elements(before, after))
    if index is None:
        words = f"{function} made the caller's array read-only, or laid it out anew"
        return failed(f"{words}, on {place_of(trial)}", bare(trial))
    words = f"{function} changed the caller's array in place"
    return failed(f"{words}, on {place_of(trial)}", number(trial, before, after, index=index))
