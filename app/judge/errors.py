"""Errors of the judge core.

KataError
├── PackageNotFound   no such folder or slug
└── PackageInvalid    carries every issue found, each with file, place and what to do
JudgingFailed         our own fault while judging; ends in the verdict `judge_error`
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Issue:
    """One fault of a kata package: where it is and what to do about it."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}: {self.where}" if self.where else self.file
        return f"{place}: {self.message}"


class KataError(Exception):
    """A kata cannot be used."""


class PackageNotFound(KataError):
    """There is no kata of that name."""


class PackageInvalid(KataError):
    """A kata package is not well formed."""

    def __init__(self, slug: str, issues: tuple[Issue, ...]) -> None:
        """Keep `issues`, all of them, for whoever must mend the package."""
        self.slug = slug
        self.issues = issues
        super().__init__(f"kata {slug!r}: " + "; ".join(str(issue) for issue in issues))


class JudgingFailed(Exception):
    """Our own fault: the sandbox or the kata failed. Says nothing of the submission."""
