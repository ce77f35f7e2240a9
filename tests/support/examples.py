"""What the API gives for split_heads and a plain reshape: the source of the OpenAPI examples.

`python -m tests.support.examples` writes them anew after a change of the kata or of the report.
"""

import json
from pathlib import Path
from typing import Any

import app.practice
from app.judge.submission import MAX_SOURCE_BYTES
from app.practice.schemas import KataList, view_kata, view_summary
from app.submissions.service import MAX_EXPLANATION_BYTES
from tests.support.fake_judge import SPLIT_HEADS, judge
from tests.support.scripts import loaded

FOLDER = Path(app.practice.__file__).with_name("example_data")


def made() -> dict[str, dict[str, Any]]:
    """Make every example; the times and the NumPy version of the report are typical ones."""
    source = SPLIT_HEADS.files["submissions/wrong_answer/plain_reshape.py"]
    report = judge(loaded(source)).candidate.model_dump(mode="json")
    report["times_ms"]["total"] = 720.0
    report["numpy_version"] = "2.4.6"
    kata = view_kata(SPLIT_HEADS, source_bytes=MAX_SOURCE_BYTES, explanation_bytes=MAX_EXPLANATION_BYTES)
    return {
        "report": report,
        "kata": kata.model_dump(mode="json"),
        "katas": KataList(katas=[view_summary(SPLIT_HEADS)]).model_dump(mode="json"),
    }


if __name__ == "__main__":
    for name, example in made().items():
        (FOLDER / f"{name}.json").write_text(json.dumps(example, indent=2, ensure_ascii=False) + "\n")
