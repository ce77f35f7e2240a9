"""Children over time: nothing is left behind, whatever ends first."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from sandbox.fresh import FreshRunner
from sandbox.spec import Array, Call, Limits, Returned, RunSpec, RunStatus
from tests.support.children import Children

SPIN = b"def f():\n    while True: pass\n"


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


class Newcomers:
    """The processes below this one that were not there at first: a database or a browser may be."""

    def __init__(self) -> None:
        self._old = set(psutil.Process().children(recursive=True))

    def now(self) -> list[psutil.Process]:
        return [one for one in psutil.Process().children(recursive=True) if one not in self._old]


@pytest.fixture
def newcomers() -> Newcomers:
    return Newcomers()


def is_alive_launcher(process: psutil.Process) -> bool:
    try:
        return process.ppid() == os.getpid() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


class TestNothingLeaks:
    async def test_over_many_runs_of_every_kind(self, children: Children, newcomers: Newcomers) -> None:
        sources = [
            "def f(): return 1",
            "def f(): raise ValueError",
            "import os\ndef f(): os._exit(0)",
            "def f(:",
            "import ctypes\ndef f(): ctypes.string_at(0)",
            "import os\ndef f(): os.write(3, bytes(64))",
        ]
        await children.run(sources[0], Call("f", ()))
        files = open_files()
        for round_ in range(30):
            await children.run(sources[round_ % len(sources)], Call("f", ()))
        assert (open_files(), newcomers.now()) == (files, [])

    async def test_when_the_caller_stops_waiting(self, children: Children, newcomers: Newcomers) -> None:
        await children.run("def f(): return 1", Call("f", ()))
        files = open_files()
        for delay_s in (0.0, 0.02, 0.05, 0.2, 0.4):
            task = asyncio.create_task(children.runner.run(RunSpec(SPIN, (Call("f", ()),))))
            await asyncio.sleep(delay_s)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        await children.runner.aclose()
        assert (open_files(), newcomers.now()) == (files, [])

    async def test_when_the_caller_is_in_a_hurry(self, children: Children, newcomers: Newcomers) -> None:
        task = asyncio.create_task(children.runner.run(RunSpec(SPIN, (Call("f", ()),))))
        await asyncio.sleep(0.3)
        for _ in range(2):
            task.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await task
        await children.runner.aclose()
        assert newcomers.now() == []

    async def test_runs_side_by_side_do_not_mix(self, images_dir: Path) -> None:
        runner = FreshRunner(images_dir, slots=4)
        specs = [RunSpec(f"def f(): return {n}".encode(), (Call("f", ()),)) for n in range(8)]
        results = await asyncio.gather(*(runner.run(spec) for spec in specs))
        assert [result.outcomes for result in results] == [(Returned(n),) for n in range(8)]

    async def test_one_slot_runs_one_child_at_a_time(self, images_dir: Path, newcomers: Newcomers) -> None:
        runner = FreshRunner(images_dir, slots=1)
        tasks = [
            asyncio.create_task(runner.run(RunSpec(SPIN, (Call("f", ()),), Limits(0.3)))) for _ in range(2)
        ]
        most = 0
        while not all(task.done() for task in tasks):
            most = max(most, sum(is_alive_launcher(one) for one in newcomers.now()))
            await asyncio.sleep(0.01)
        assert most == 1
        assert [task.result().status for task in tasks] == [RunStatus.TIME_LIMIT] * 2


SERVER = """
import asyncio, sys
from pathlib import Path
from sandbox.fresh import FreshRunner
from sandbox.spec import Call, Limits, RunSpec

SPIN = b"def f():\\n    print('spinning')\\n    while True: pass\\n"

async def main():
    runner = FreshRunner(Path(sys.argv[1]))
    await runner.start()
    run = asyncio.create_task(runner.run(RunSpec(SPIN, (Call("f", ()),), Limits(wall_s=60, cpu_s=60))))
    await asyncio.sleep(float(sys.argv[2]))
    print("running", flush=True)
    await run

asyncio.run(main())
"""


class TestDeathOfTheServer:
    @pytest.mark.parametrize("delay_s", ["0.0", "0.02", "0.06", "0.5"])
    def test_takes_every_child_with_it(self, images_dir: Path, delay_s: str) -> None:
        root = str(Path(__file__).resolve().parents[3])
        server = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(SERVER), str(images_dir), delay_s],
            stdout=subprocess.PIPE,
            cwd=root,
        )
        assert server.stdout is not None
        with server:
            assert server.stdout.readline() == b"running\n"
            below = psutil.Process(server.pid).children(recursive=True)
            server.send_signal(signal.SIGKILL)
        _, alive = psutil.wait_procs(below, timeout=10)
        assert alive == []

    async def test_death_of_the_launcher_takes_the_child_too(
        self, children: Children, newcomers: Newcomers
    ) -> None:
        spec = RunSpec(SPIN, (Call("f", ()),), Limits(wall_s=30, cpu_s=30))
        run = asyncio.create_task(children.runner.run(spec))
        below: list[psutil.Process] = []
        while len(below) < 2:
            await asyncio.sleep(0.01)  # the kernel tells of new processes only if asked
            below = newcomers.now()
        await asyncio.sleep(0.3)
        below[0].kill()
        result = await run
        assert result.status is RunStatus.SANDBOX_FAILED
        _, alive = psutil.wait_procs(below, timeout=10)
        assert alive == []


class TestBadSpecs:
    async def test_are_refused_before_any_child(self, children: Children) -> None:
        for array in (
            Array("float64", (2, 3), bytes(40)),
            Array("float64", (2,), bytes(13)),
            Array("object", (1,), bytes(8)),
            Array("float64", (-1,), bytes(8)),
            Array("float64", (2,), bytes(16), strides=(2,)),
            Array("float64", (2,), bytes(16), strides=(-1,)),
            Array("float64", (2,), bytes(16), strides=(1, 1)),
        ):
            with pytest.raises(ValueError, match="an argument"):
                await children.run("def f(x): return 1", Call("f", (array,)))

    async def test_an_image_that_is_gone_is_our_fault(self, images_dir: Path, tmp_path: Path) -> None:
        runner = FreshRunner(images_dir)
        await runner.start()
        runner._image = tmp_path / "gone"
        result = await runner.run(RunSpec(b"", (Call("f", ()),)))
        assert result.status is RunStatus.SANDBOX_FAILED
        assert "launch" in result.detail

    async def test_an_image_without_a_root_names_the_layer(self, images_dir: Path, tmp_path: Path) -> None:
        runner = FreshRunner(images_dir)
        await runner.start()
        runner._image = tmp_path
        result = await runner.run(RunSpec(b"", (Call("f", ()),)))
        assert result.status is RunStatus.SANDBOX_FAILED
        assert result.detail.startswith("root: ")
