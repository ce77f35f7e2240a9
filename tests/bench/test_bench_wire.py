"""`kata bench wire` through the real command, and a planted fault that it has to find."""

import json
import shutil
from importlib import util
from pathlib import Path

import pytest

from app.bench import wire
from app.bench.errors import BenchFailed
from tests.support.checkout import ROOT
from tests.support.cli import kata

needs_fuzzer = pytest.mark.skipif(
    util.find_spec("atheris") is None, reason="the fuzzer (the package atheris) is not installed"
)
CAUGHT = "except (struct.error, UnicodeDecodeError) as error:"
LET_THROUGH = "except struct.error as error:"


@needs_fuzzer
class TestSearch:
    def test_finds_nothing_and_says_how_far_it_came(self) -> None:
        done = kata("bench", "wire", "--seconds", "2", "--json")
        assert done.returncode == 0, done.stderr.decode()
        told = json.loads(done.stdout)
        assert told["name"] == "wire"
        assert told["figures"] == {"findings": 0}
        assert told["baselines"]["executions"] > 0
        assert told["baselines"]["branches"] > 0

    def test_a_planted_fault_is_found(self, tmp_path: Path) -> None:
        """Text that is no UTF-8 goes unnoticed, as it would if one word had been forgotten."""
        for package in ("app", "sandbox", "katas"):
            shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
        decoder = tmp_path / "sandbox" / "decode.py"
        text = decoder.read_text(encoding="utf-8")
        assert CAUGHT in text
        decoder.write_text(text.replace(CAUGHT, LET_THROUGH), encoding="utf-8")
        outcome = wire.fuzz(seconds=120, seed=1, home=tmp_path)
        assert outcome.benchmark.figures == {"findings": 1}
        assert "UnicodeDecodeError" in outcome.finding


class TestWithoutTheFuzzer:
    def test_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(util, "find_spec", lambda name: None)
        with pytest.raises(BenchFailed, match="install the package atheris"):
            wire.fuzz(seconds=1, seed=1)
