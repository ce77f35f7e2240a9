import json
from pathlib import Path

from app.judge.report import Report

STORED = Path(__file__).resolve().parents[3] / "data" / "report_v1.json"


def with_fails_when(evidence: dict[str, object] | None) -> dict[str, object] | None:
    return None if evidence is None else evidence | {"fails_when": None}


class TestStoredReports:
    """Reports of version 1 stay readable: the file was stored by the first release and is never made anew."""

    def test_an_old_report_is_read_whole(self) -> None:
        stored = json.loads(STORED.read_text())
        told_of_causes = {
            "picture": None,
            "look_at": None,
            "background": None,
            "axis_steps_case": None,
        }
        checks = [check | {"evidence": with_fails_when(check["evidence"])} for check in stored["checks"]]
        added_since = {
            "memory_bound": None,
            "feedback": "diagnosis",
            "checks": checks,
            "diagnosis": stored["diagnosis"] | told_of_causes,
        }
        assert Report.model_validate(stored).model_dump(mode="json") == stored | added_since

    def test_fields_that_a_later_version_added_are_passed_over(self) -> None:
        stored = json.loads(STORED.read_text())
        later = stored | {"from_the_future": 1, "checks": [check | {"new": 2} for check in stored["checks"]]}
        assert Report.model_validate(later) == Report.model_validate(stored)
