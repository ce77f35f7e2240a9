"""What users can set, meet or read about is documented, and the documents lead somewhere."""

import re
import tomllib
from itertools import pairwise

import pytest

from app.core.log_events import LogEvent
from app.core.problems import PROBLEM_TYPES
from app.core.settings import Settings
from tests.support.checkout import ROOT, own_files, relative

DOCS = ROOT / "docs"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_readme_names_the_two_commands() -> None:
    readme = read("README.md")
    assert "\n./dev serve " in readme
    assert "\n./dev test " in readme


def test_every_setting_is_documented_and_no_other() -> None:
    documented = set(re.findall(r"^\| `(KATA_[A-Z_]+)`", read("docs/settings.md"), flags=re.MULTILINE))
    assert documented == {f"KATA_{name.upper()}" for name in Settings.model_fields}


def test_every_log_event_is_documented_and_no_other() -> None:
    documented = re.findall(r"^\| `([a-z_]+)` \|", read("docs/logging.md"), flags=re.MULTILINE)
    assert documented == [event.value for event in LogEvent]


def test_every_problem_type_is_documented_with_its_status() -> None:
    sections = dict(re.findall(r"^## ([a-z-]+)\n\n(\w+)", read("docs/problems.md"), flags=re.MULTILINE))
    statuses = {slug: str(kind.status) for slug, kind in PROBLEM_TYPES.items()}
    # `refused` carries whatever status the framework chose.
    assert {**sections, "refused": "400"} == statuses
    assert sections["refused"] == "Any"


@pytest.mark.parametrize("kata", sorted(path.parent.name for path in own_files() if path.name == "kata.toml"))
def test_every_diagnosis_code_of_a_kata_is_documented(kata: str) -> None:
    manifest = tomllib.loads(read(f"katas/{kata}/kata.toml"))
    codes = {diagnosis["code"] for diagnosis in manifest["diagnoses"]} | {"unknown"}
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", read("docs/report.md"), flags=re.MULTILINE))
    assert codes - documented == set()


def test_decisions_are_numbered_listed_and_whole() -> None:
    pages = sorted((DOCS / "adr").glob("[0-9]*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert numbers[0] == 1
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    index = read("docs/adr/README.md")
    assert [page.name for page in pages if f"({page.name})" not in index] == []
    parts = ("Status:", "## Context", "## Decision", "## Consequences", "## Alternatives")
    assert [page.name for page in pages if not all(part in page.read_text() for part in parts)] == []


def test_changelog_begins_with_what_is_unreleased() -> None:
    assert re.findall(r"^## (.+)$", read("CHANGELOG.md"), flags=re.MULTILINE)[0] == "Unreleased"


def test_links_between_documents_lead_somewhere() -> None:
    broken = [
        f"{relative(page)}: {target}"
        for page in own_files(".md")
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []


def test_glossary_words_are_defined_once() -> None:
    words = re.findall(r"^\| ([a-z ]+) \|", read("docs/glossary.md"), flags=re.MULTILINE)
    assert len(words) == len(set(words)) > 20
