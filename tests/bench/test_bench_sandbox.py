"""`kata bench sandbox` through the real command, with so few runs that only the form means something."""

import json
import math
from typing import Any

import pytest

from app.bench.report import SANDBOX_BOUNDS
from tests.support.cli import kata


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    done = kata("bench", "sandbox", "--quick", "--soak", "2", "--json")
    assert done.returncode == 0, done.stderr.decode()
    parsed: dict[str, Any] = json.loads(done.stdout)
    return parsed


class TestJson:
    def test_has_the_form_of_every_benchmark(self, told: dict[str, Any]) -> None:
        assert list(told) == ["name", "figures", "baselines", "machine"]
        assert told["name"] == "sandbox"

    def test_every_promised_figure_is_a_number(self, told: dict[str, Any]) -> None:
        assert set(told["figures"]) == set(SANDBOX_BOUNDS)
        assert all(math.isfinite(value) for value in told["figures"].values())
        assert all(told["figures"][key] > 0 for key in SANDBOX_BOUNDS if not key.startswith("growth_"))

    def test_nothing_is_left_behind(self, told: dict[str, Any]) -> None:
        grown = [told["figures"][f"growth_{what}"] for what in ("fds", "processes", "namespaces")]
        assert grown == [0, 0, 0]

    def test_baselines_give_medians_and_tails(self, told: dict[str, Any]) -> None:
        for way in ("fork", "warm", "on_demand", "cold"):
            assert 0 < told["baselines"][f"{way}_ms_median"] <= told["baselines"][f"{way}_ms_p99"]
        assert told["baselines"]["children_per_judgement"] > 1

    def test_the_machine_is_told(self, told: dict[str, Any]) -> None:
        assert {"cores", "kernel", "processor", "python", "numpy"} <= set(told["machine"])


class TestUsage:
    def test_wrong_counts_are_refused_in_words(self) -> None:
        done = kata("bench", "sandbox", "--soak", "0")
        assert done.returncode == 2
        assert b"--soak" in done.stderr
        assert b"Traceback" not in done.stderr

    def test_help_lists_the_benchmarks(self) -> None:
        done = kata("bench", "--help")
        assert done.returncode == 0
        assert b"sandbox" in done.stdout
        assert b"wire" in done.stdout
