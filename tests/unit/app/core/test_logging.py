"""Log lines: JSON where nobody watches, and never a local variable in a traceback."""

import json
import subprocess
import sys

PROGRAM = """
from app.core.log_events import LogEvent
from app.core.logging import configure_logging, get_logger
from app.core.settings import LogFormat

configure_logging(LogFormat({format!r}))


def fail():
    source_of_somebody = "secret " + "answer"
    raise ValueError("broken")


try:
    fail()
except ValueError:
    get_logger("x").exception(LogEvent.JUDGE_CRASHED, submission_id="abc")
"""


def _log(log_format: str) -> str:
    program = PROGRAM.format(format=log_format)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="."
    ).stderr


def test_json_lines_carry_the_event_and_its_facts() -> None:
    entry = json.loads(_log("auto"))
    assert entry["event"] == "judge_crashed"
    assert entry["submission_id"] == "abc"
    assert entry["level"] == "error"
    assert "ValueError: broken" in entry["exception"]


def test_no_local_variable_is_logged() -> None:
    for log_format in ("json", "columns"):
        told = _log(log_format)
        assert "ValueError" in told
        assert "secret answer" not in told
