"""The examples of the OpenAPI description are what the API would really give."""

import json

import pytest

from app.core.problems import PROBLEM_TYPES
from app.practice.examples import (
    JUDGED_EXAMPLE,
    KATA_EXAMPLE,
    KATAS_EXAMPLE,
    QUEUED_EXAMPLE,
    problem_example,
)
from app.practice.schemas import KataList, KataView, ProblemView, SubmissionView
from tests.support.examples import FOLDER, made


def test_each_reads_back_unchanged() -> None:
    assert KataList.model_validate(KATAS_EXAMPLE).model_dump(mode="json") == KATAS_EXAMPLE
    assert KataView.model_validate(KATA_EXAMPLE).model_dump(mode="json") == KATA_EXAMPLE
    assert SubmissionView.model_validate(QUEUED_EXAMPLE).model_dump(mode="json") == QUEUED_EXAMPLE
    assert SubmissionView.model_validate(JUDGED_EXAMPLE).model_dump(mode="json") == JUDGED_EXAMPLE


def test_each_is_what_the_judge_and_the_kata_really_give() -> None:
    made_now = made()
    assert made_now == {name: json.loads((FOLDER / f"{name}.json").read_text()) for name in made_now}


@pytest.mark.parametrize("status", [400, 403, 404, 413, 415, 422, 429, 503])
def test_problems_are_of_known_types(status: int) -> None:
    example = ProblemView.model_validate(problem_example(status))
    assert PROBLEM_TYPES[example.type.removeprefix("/problems/")].status == status
