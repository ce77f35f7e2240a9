"""Examples for the OpenAPI description; a test reads each of them back through its schema."""

from typing import Any

from app.core.problems import PROBLEM_TYPES

_DIGEST = "5f1c9d6c0f4b1f8e2f0a7b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70"
_SUMMARY: dict[str, Any] = {
    "slug": "split_heads",
    "title": "Split heads: right shape, wrong numbers",
    "summary": "One reshape gives every head the right shape and the wrong numbers.",
    "level": "L2",
    "minutes": 8,
    "kinds": ["debug"],
    "roles": ["Inference engineering"],
    "tags": ["numpy", "attention"],
    "digest": _DIGEST,
}
KATAS_EXAMPLE: dict[str, Any] = {"katas": [_SUMMARY]}
KATA_EXAMPLE: dict[str, Any] = {
    **_SUMMARY,
    "statement": "Say what `split_heads` did to the data, then write it right.",
    "starter": "def split_heads(x, n_heads):\n    ...\n",
    "limits": {
        "wall_s": 5.0,
        "cpu_s": 5.0,
        "memory_bytes": 536870912,
        "stdout_bytes": 65536,
        "source_bytes": 65536,
        "explanation_bytes": 20480,
    },
}
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
_DIAGNOSIS: dict[str, Any] = {
    "code": "plain_reshape",
    "function": "split_heads",
    "title": "Plain reshape: the head axis cuts across tokens",
    "explanation": "The elements kept their reading order and only got new labels.",
    "equivalent_code": None,
    "axis_steps": None,
    "causes": [],
}
_CHECK: dict[str, Any] = {
    "id": "index",
    "title": "Index law",
    "status": "failed",
    "message": "split_heads[0, 0, 1, 0] is 3, from x[0, 0, 3]; it must be 6, from x[0, 1, 0].",
    "evidence": {
        "case": "public-1",
        "index": [0, 0, 1, 0],
        "expected": 6,
        "actual": 3,
        "expected_from": "x[0, 1, 0]",
        "actual_from": "x[0, 0, 3]",
        "holds_when": None,
    },
    "weight": 0.3,
}
JUDGED_EXAMPLE: dict[str, Any] = {
    **QUEUED_EXAMPLE,
    "status": "judged",
    "judged_at": "2026-11-30T16:00:02Z",
    "report": {
        "version": 1,
        "kata": "split_heads",
        "kata_digest": _DIGEST,
        "judge_version": "1",
        "numpy_version": "2.4.6",
        "file": "submission.py",
        "seed": None,
        "verdict": "wrong_answer",
        "summary": "The shape is right, the numbers are not: split_heads only relabels the memory.",
        "score": 0.45,
        "checks": [_CHECK],
        "diagnosis": _DIAGNOSIS,
        "advice": [],
        "stdout": "",
        "times_ms": {"total": 900.0, "parts": {}},
    },
}
_PROBLEM_OF_STATUS = {
    kind.status: kind for kind in PROBLEM_TYPES.values() if kind.slug not in {"cross-origin", "refused"}
}
_PROBLEM_OF_STATUS[403] = PROBLEM_TYPES["cross-origin"]


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
