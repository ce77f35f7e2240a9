"""Counts the hostile child's code apart: it runs after lock-down, where no tool can report lines."""

import io

import coverage
from coverage.exceptions import NoDataError

CHILD = "sandbox/child/*"


def child_coverage_percent() -> float:
    """Give how much of the child's code the tests ran in their own process."""
    measured = coverage.Coverage()
    measured.load()
    measured.set_option("report:omit", [])
    measured.set_option("report:fail_under", 0)
    try:
        return measured.report(include=[CHILD], file=io.StringIO())
    except NoDataError:
        return 0.0
