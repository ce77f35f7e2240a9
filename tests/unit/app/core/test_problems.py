"""Every kind of problem is complete and has an address of its own."""

from fastapi.exceptions import RequestValidationError

from app.core.errors import DomainError, TooMany
from app.core.problems import PROBLEM_TYPES, domain_problem, validation_problem


def _all_subclasses(kind: type[DomainError]) -> set[type[DomainError]]:
    found = set(kind.__subclasses__())
    return found | {deeper for child in found for deeper in _all_subclasses(child)}


def test_every_domain_error_is_a_known_type() -> None:
    for error in _all_subclasses(DomainError):
        assert PROBLEM_TYPES[error.slug].status == error.status
        assert error.title
        assert error.about


def test_a_pause_is_told_as_a_header() -> None:
    assert domain_problem(TooMany("wait", retry_after_s=60)).headers == {"Retry-After": "60"}


def test_wrong_values_are_pointed_at_and_never_echoed() -> None:
    wrong = {"type": "x", "loc": ("body", "a/b", 0, "c~\ud800"), "msg": "must be good", "input": "secret"}
    problem = validation_problem(RequestValidationError([wrong]))
    assert problem.errors[0].pointer == "/a~1b/0/c~0\\ud800"
    assert "secret" not in problem.detail


def test_a_wrong_parameter_is_named() -> None:
    wrong = {"type": "x", "loc": ("query", "wait"), "msg": "must be good", "input": "x"}
    assert validation_problem(RequestValidationError([wrong])).errors[0].pointer == "query:wait"
