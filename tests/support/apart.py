"""Counts the code of child and zygote apart: it runs behind walls, where no tool can report lines."""

import io

import coverage
from coverage.exceptions import NoDataError

INSIDE = ("sandbox/child/*", "sandbox/zygote/*")


def inside_coverage_percent() -> float:
    """Give how much of the code inside the walls the tests ran in their own process."""
    measured = coverage.Coverage()
    measured.load()
    measured.set_option("report:omit", [])
    measured.set_option("report:fail_under", 0)
    try:
        return measured.report(include=list(INSIDE), file=io.StringIO())
    except NoDataError:
        return 0.0
