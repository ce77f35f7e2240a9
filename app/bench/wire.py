"""`kata bench wire`: a bounded, coverage-guided search for bytes that break what reads them."""

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import util
from pathlib import Path

from app.bench import machine, wire_promises
from app.bench.errors import BenchFailed
from app.bench.report import Benchmark

NAME = "wire"
_HOME = Path(__file__).resolve().parents[2]
_PROGRAM = "app.bench.wire_program"
_MAX_INPUT_BYTES = 4096
_SLACK_S = 60.0
"""What starting and stopping the search may take on a busy machine."""
_RUNS = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
_REACHED = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search gave; `finding` shows the input that broke a promise, where there is one."""

    benchmark: Benchmark
    finding: str = ""


def fuzz(*, seconds: int, seed: int, home: Path = _HOME) -> Outcome:
    """Search for `seconds`, beginning with honest streams; `home` holds the packages that are tried.

    Raises:
        BenchFailed: the fuzzer is not installed, or broke.
    """
    if util.find_spec("atheris") is None:
        raise BenchFailed("the fuzzer is not installed; install the package atheris beside this program")
    with tempfile.TemporaryDirectory(prefix="rightshape-fuzz-") as name:
        folder = Path(name)
        corpus = folder / "corpus"
        corpus.mkdir()
        for number, stream in enumerate(wire_promises.seeds()):
            (corpus / f"honest-{number}").write_bytes(stream)
        command = [
            *(sys.executable, "-m", _PROGRAM, str(corpus), f"-artifact_prefix={folder}/"),
            *(f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={_MAX_INPUT_BYTES}"),
            "-print_final_stats=1",
        ]
        done = _run(command, seconds + _SLACK_S, home)
        return _read(done, folder, seconds)


def _run(command: list[str], timeout_s: float, home: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            cwd=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BenchFailed(f"the fuzzer did not stop within {timeout_s:g} s") from error


def _read(done: subprocess.CompletedProcess[str], folder: Path, seconds: int) -> Outcome:
    told = done.stdout + done.stderr
    runs, reached = _RUNS.findall(told), _REACHED.findall(told)
    broken = [path for kind in ("crash", "timeout", "oom") for path in sorted(folder.glob(f"{kind}-*"))]
    if not runs or not reached or (done.returncode and not broken):
        raise BenchFailed(f"the fuzzer broke (exit code {done.returncode}):\n{told[-2000:]}")
    branches, features, inputs = map(int, reached[-1])
    benchmark = Benchmark(
        NAME,
        {"findings": len(broken)},
        {
            "executions": int(runs[-1]),
            "executions_per_s": int(runs[-1]) / seconds,
            "branches": branches,
            "features": features,
            "inputs_kept": inputs,
            "seconds": seconds,
        },
        machine.facts(),
    )
    return Outcome(benchmark, _shown(broken[0], told) if broken else "")


def _shown(path: Path, told: str) -> str:
    """Tell an input in hexadecimal, and what it raised."""
    raised = [line.strip() for line in told.splitlines() if "Error" in line or "BrokenPromise" in line]
    told_first = raised[0] if raised else "no exception told"
    return f"an input broke a promise: {told_first}\n  {path.read_bytes().hex()}"
