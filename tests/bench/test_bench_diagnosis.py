"""`kata bench diagnosis` through the real command, on outputs so small that only the form means something."""

import json

from app.bench.report import DIAGNOSIS_BOUNDS
from tests.support.cli import kata


def test_every_promised_figure_is_a_number() -> None:
    done = kata("bench", "diagnosis", "--elements", "123456", "--json")
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    assert list(told) == ["name", "figures", "baselines", "machine"]
    assert set(told["figures"]) == set(DIAGNOSIS_BOUNDS)
    assert all(value > 0 for value in told["figures"].values())
    assert told["baselines"]["elements"] == 100_000


def test_wrong_counts_are_refused_in_words() -> None:
    done = kata("bench", "diagnosis", "--elements", "7")
    assert done.returncode == 2
    assert b"--elements" in done.stderr
    assert b"Traceback" not in done.stderr
