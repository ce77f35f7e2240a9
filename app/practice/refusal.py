"""A refused form: the page comes back with the reason and with everything that was typed."""

from dataclasses import dataclass

from app.catalogue.service import Catalogue
from app.core.db import Database
from app.core.errors import DomainError, NotFound, StorageUnavailable
from app.core.ids import VisitorHash
from app.core.problems import domain_problem
from app.practice.ladder import Ladder
from app.practice.service import get_ladder
from app.practice.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Typed:
    """What stood in the form; `source` None where the form had none."""

    source: str | None
    explanation: str


def unix_lines(text: str) -> str:
    """Undo what browsers do to a form: they send every line break as CR LF, whatever was typed."""
    return text.replace("\r\n", "\n")


async def refused_workspace(
    error: DomainError,
    typed: Typed,
    slug: str,
    *,
    visitor: VisitorHash,
    database: Database,
    catalogue: Catalogue,
) -> Workspace | None:
    """Show the kata with `typed` and the reason; None where there is no such kata to show.

    Without a database the kata is shown from memory and its answers are left out.
    """
    ladder: Ladder | None = None
    package = catalogue.remembered(slug)
    try:
        if not isinstance(error, StorageUnavailable):
            async with database.read() as session:
                package = await catalogue.get_current(session, slug)
                ladder = await get_ladder(session, package, visitor)
    except NotFound:
        return None
    except StorageUnavailable:
        ladder = None
    if package is None:
        return None
    return Workspace(package, ladder, typed.source, typed.explanation, problem=domain_problem(error))
