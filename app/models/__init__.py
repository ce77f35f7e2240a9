"""All tables, one a file. Importing this package registers every one of them."""

from sqlmodel import SQLModel

from app.models.job import Job, JobState
from app.models.judgement import Judgement
from app.models.kata import Kata
from app.models.kata_version import KataVersion
from app.models.reveal import Reveal
from app.models.submission import Submission, SubmissionStatus

METADATA = SQLModel.metadata

__all__ = [
    "METADATA",
    "Job",
    "JobState",
    "Judgement",
    "Kata",
    "KataVersion",
    "Reveal",
    "Submission",
    "SubmissionStatus",
]
