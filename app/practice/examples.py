"""Examples for the OpenAPI description, all of them real: a test makes each of them again and compares."""

import json
from pathlib import Path
from typing import Any

from app.core.problems import PROBLEM_TYPES

_FOLDER = Path(__file__).with_name("example_data")


def _read(name: str) -> dict[str, Any]:
    example: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text())
    return example


KATA_EXAMPLE = _read("kata")
KATAS_EXAMPLE = _read("katas")
QUEUED_EXAMPLE: dict[str, Any] = {
    "id": "0Jq3v0nW7mVxqk1b0mYJxA",
    "kata": "split_heads",
    "scope": "all",
    "status": "queued",
    "report": None,
    "failure": None,
    "created_at": "2026-11-30T16:00:00Z",
    "judged_at": None,
}
JUDGED_EXAMPLE: dict[str, Any] = {
    **QUEUED_EXAMPLE,
    "status": "judged",
    "judged_at": "2026-11-30T16:00:02Z",
    "report": _read("report"),
}
_OTHERS = {"unknown-host", "not-permitted", "storage-unavailable", "refused"}
"""Types that share their status with a likelier one."""
_PROBLEM_OF_STATUS = {kind.status: kind for kind in PROBLEM_TYPES.values() if kind.slug not in _OTHERS}


def problem_example(status: int) -> dict[str, Any]:
    """Give the problem document that a client sees with this status."""
    kind = _PROBLEM_OF_STATUS[status]
    return {
        "type": f"/problems/{kind.slug}",
        "title": kind.title,
        "status": status,
        "detail": kind.about,
        "instance": "/api/v1/katas/split_heads/submissions",
        "request_id": "Xv3cN0uYw2m5mJm6l3xq9A",
    }
