"""`kata bench NAME`: measure a part of the program on this machine, and compare with what it promises."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Annotated

import typer
import uvloop
from rich.console import Console

from app.bench import diagnosis, sandbox, wire
from app.bench.errors import BenchFailed
from app.bench.report import DIAGNOSIS_BOUNDS, SANDBOX_BOUNDS, WIRE_BOUNDS, Benchmark, Bound
from app.cli.bench_table import print_benchmark
from app.cli.exits import ExitCode, fail
from app.cli.images import images_dir
from sandbox.errors import SandboxError

bench = typer.Typer(name="bench", help="Measure a part of the program on this machine.", no_args_is_help=True)

_STEP = 100_000
_AsJson = Annotated[bool, typer.Option("--json", help="Print one object.")]


@bench.command("sandbox")
def measure_sandbox(
    as_json: _AsJson = False,
    soak: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Judge N submissions in sequence at the end; compare memory."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only see that it works: the figures mean little.")
    ] = False,
) -> None:
    """Measure the sandbox: latency, children and judgements a second, memory, what is left behind.

    Exit code: 0 measured, 3 nothing could be measured. Bounds that were missed are told, not exited on:
    a figure taken on a busy machine is no failure of the program.
    """
    amount = sandbox.QUICK if quick else sandbox.FULL
    if soak is not None:
        amount = replace(amount, submissions=soak, with_memory=True)
    try:
        benchmark = uvloop.run(sandbox.SandboxBench(images_dir(), amount).measure())
    except (BenchFailed, SandboxError) as error:
        fail(str(error), ExitCode.JUDGE_ERROR)
    except KeyboardInterrupt:
        fail("stopped", ExitCode.JUDGE_ERROR)
    _show(benchmark, SANDBOX_BOUNDS, as_json=as_json)


@bench.command("wire")
def fuzz_wire(
    as_json: _AsJson = False,
    seconds: Annotated[
        int, typer.Option(min=1, max=86_400, metavar="N", help="How long to look for a breaking input.")
    ] = 60,
    seed: Annotated[int, typer.Option(min=1, max=2**31 - 1, help="Where the search begins.")] = 1,
) -> None:
    """Fuzz what reads the result channel, guided by the branches that each input reaches.

    Exit code: 0 nothing found, 1 an input broke a promise (it is printed), 3 the fuzzer could not run.
    """
    try:
        outcome = wire.fuzz(seconds=seconds, seed=seed)
    except BenchFailed as error:
        fail(str(error), ExitCode.JUDGE_ERROR)
    except KeyboardInterrupt:
        fail("stopped", ExitCode.JUDGE_ERROR)
    _show(outcome.benchmark, WIRE_BOUNDS, as_json=as_json)
    if outcome.finding:
        fail(outcome.finding, ExitCode.NOT_ACCEPTED)


@bench.command("diagnosis")
def measure_diagnosis(
    as_json: _AsJson = False,
    elements: Annotated[
        int,
        typer.Option(
            min=100_000, max=100_000_000, metavar="N", help="Size of an output, in hundred thousands."
        ),
    ] = diagnosis.ELEMENTS,
) -> None:
    """Measure how long it takes to say what was done to a large output, and in how much memory.

    Exit code: 0 measured. Bounds that were missed are told, not exited on.
    """
    whole = elements // _STEP * _STEP
    _show(diagnosis.measure(elements=whole), DIAGNOSIS_BOUNDS, as_json=as_json)


def _show(benchmark: Benchmark, bounds: Mapping[str, Bound], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(benchmark), indent=2))
    else:
        print_benchmark(Console(highlight=False, soft_wrap=True), benchmark, bounds)
