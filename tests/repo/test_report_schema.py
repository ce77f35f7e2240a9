"""The published schema of the report is the one that the code has."""

import json

from app.judge.report import Report
from tests.support.checkout import ROOT


def test_published_schema_is_current() -> None:
    published = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    assert published == Report.model_json_schema()
