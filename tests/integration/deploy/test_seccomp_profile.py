"""The container's seccomp profile is wide enough for the sandbox, and each of its calls is needed."""

import json
import sys

import pytest

from tests.support.checkout import ROOT
from tests.support.cli import kata

SCRIPT = str(ROOT / "tests" / "support" / "under_profile.py")
PROFILE = str(ROOT / "deploy" / "seccomp.json")


def under_profile(*left_out: str) -> tuple[str, ...]:
    return (sys.executable, SCRIPT, PROFILE, ",".join(left_out))


def test_every_layer_holds_under_the_profile() -> None:
    done = kata("doctor", "--json", inside=under_profile())
    told = json.loads(done.stdout)
    assert [layer for layer in told["layers"] if layer["state"] == "missing"] == []
    assert done.returncode == 0


def test_submissions_are_judged_under_the_profile() -> None:
    plain = "katas/split_heads/submissions/wrong_answer/plain_reshape.py"
    right, wrong = "katas/split_heads/reference.py", plain
    done = kata("grade", "split_heads", right, wrong, "--json", inside=under_profile())
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["verdict"] for report in reports] == ["accepted", "wrong_answer"]


@pytest.mark.parametrize("name", ["unshare", "setns", "mount", "pivot_root", "sethostname"])
def test_without_a_call_of_the_sandbox_the_doctor_refuses(name: str) -> None:
    done = kata("doctor", "--json", inside=under_profile(name))
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert told["ok"] is False
    assert "missing" in {layer["state"] for layer in told["layers"]}
    assert done.stderr == b""
