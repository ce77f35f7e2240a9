"""`kata bench diagnosis`: what it takes to find the program behind a large output, over one copy of it."""

import functools
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from app.bench import machine
from app.bench.report import Benchmark
from app.bench.samples import Samples, rounded
from app.judge.arrays import AnyArray
from app.judge.search import find_program

NAME: Final = "diagnosis"
ELEMENTS: Final = 10_000_000
RUNS: Final = 3
_SEED: Final = 1


def _one_out_of_place(array: AnyArray) -> AnyArray:
    moved = array.copy()
    flat = moved.reshape(-1)
    flat[[-1, -2]] = flat[[-2, -1]]
    return moved


_OUTPUTS: Final[Mapping[str, Callable[[AnyArray], AnyArray]]] = {
    "split": lambda x: x.reshape(10, -1, 100, 100).transpose(0, 2, 1, 3),
    "plain_reshape": lambda x: x.reshape(10, 100, -1, 100),
    "strided": lambda x: x.reshape(10, -1, 100, 100).transpose(0, 3, 1, 2),
    "columns": lambda x: x.reshape((10, 100, -1, 100), order="F"),
    "backwards": lambda x: x[::-1, :, ::-1],
    "one_out_of_place": _one_out_of_place,
    "no_rearrangement": np.negative,
}


def measure(*, elements: int = ELEMENTS, runs: int = RUNS) -> Benchmark:
    """Look at outputs of each kind, in turn with copies; `elements` is a multiple of 100,000.

    The figures are those of the kind that takes the most.
    """
    numbers = np.random.default_rng(_SEED).permutation(elements).astype(np.float64)
    source = numbers.reshape(10, -1, 10_000)
    copies = Samples()
    searches: dict[str, Samples] = {}
    memory: dict[str, float] = {}
    for kind, make in _OUTPUTS.items():
        output = np.ascontiguousarray(make(source))
        searches[kind] = Samples()
        search = functools.partial(find_program, source, output)
        for _ in range(runs):
            copies.add(_duration_s(output.copy))
            searches[kind].add(_duration_s(search))
        memory[kind] = _peak_bytes(search) / output.nbytes
    baselines = copies.told("copy")
    for kind, samples in searches.items():
        baselines |= {f"{kind}_ms_median": rounded(samples.median_s * 1000)}
    return Benchmark(
        NAME,
        {
            "time_over_copy": rounded(max(one.median_s for one in searches.values()) / copies.median_s),
            "memory_over_output": rounded(max(memory.values())),
        },
        baselines | {"elements": elements},
        machine.facts(),
    )


def _duration_s(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _peak_bytes(work: Callable[[], object]) -> int:
    """Measure the most memory that `work` had at a time, in arrays and objects alike."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
