import json
from pathlib import Path

from app.judge.report import Report

STORED = Path(__file__).resolve().parents[3] / "data" / "report_v1.json"


class TestStoredReports:
    """Reports of version 1 stay readable: the file was stored by the first release and is never made anew."""

    def test_an_old_report_is_read_whole(self) -> None:
        stored = json.loads(STORED.read_text())
        added_since = {"memory_bound": None, "diagnosis": stored["diagnosis"] | {"picture": None}}
        assert Report.model_validate(stored).model_dump(mode="json") == stored | added_since

    def test_fields_that_a_later_version_added_are_passed_over(self) -> None:
        stored = json.loads(STORED.read_text())
        later = stored | {"from_the_future": 1, "checks": [check | {"new": 2} for check in stored["checks"]]}
        assert Report.model_validate(later) == Report.model_validate(stored)
