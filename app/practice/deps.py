"""What the routes of this feature depend on."""

from typing import Annotated, cast

from fastapi import Depends, Request

from app.catalogue.service import Catalogue
from app.submissions.service import Submissions


def _get_catalogue(request: Request) -> Catalogue:
    return cast("Catalogue", request.app.state.catalogue)


def _get_submissions(request: Request) -> Submissions:
    return cast("Submissions", request.app.state.submissions)


CatalogueDep = Annotated[Catalogue, Depends(_get_catalogue)]
SubmissionsDep = Annotated[Submissions, Depends(_get_submissions)]
