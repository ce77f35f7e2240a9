"""Children over time: nothing is left behind, whatever ends first."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from sandbox import image
from sandbox.errors import LaunchFailed
from sandbox.fresh import FreshRunner
from sandbox.spec import Array, Call, Limits, Returned, RunSpec, RunStatus
from sandbox.warm.runner import WarmRunner
from tests.support.checkout import ROOT
from tests.support.children import PATHS, Children
from tests.support.leftovers import Held, Newcomers
from tests.support.waiting import until

SPIN = b"def f():\n    while True: pass\n"


@pytest_asyncio.fixture(params=list(PATHS))
async def children(
    images_dir: Path, newcomers: Newcomers, request: pytest.FixtureRequest
) -> AsyncIterator[Children]:
    """Children of a runner that no other test has, and that leaves no process when it is closed."""
    children = Children(images_dir, request.param)
    yield children
    await children.runner.aclose()
    assert newcomers.now() == []


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
        held = await self.held_at_rest(children, newcomers)
        for round_ in range(30):
            await children.run(sources[round_ % len(sources)], Call("f", ()))
        await newcomers.come_to(held)

    async def test_when_the_caller_stops_waiting(self, children: Children, newcomers: Newcomers) -> None:
        held = await self.held_at_rest(children, newcomers)
        for delay_s in (0.0, 0.001, 0.005, 0.02, 0.05, 0.2, 0.4):
            task = asyncio.create_task(children.runner.run(RunSpec(SPIN, (Call("f", ()),))))
            await asyncio.sleep(delay_s)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        await newcomers.come_to(held)

    async def test_when_the_caller_is_in_a_hurry(self, children: Children, newcomers: Newcomers) -> None:
        held = await self.held_at_rest(children, newcomers)
        task = asyncio.create_task(children.runner.run(RunSpec(SPIN, (Call("f", ()),))))
        await asyncio.sleep(0.3)
        for _ in range(2):
            task.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await task
        await newcomers.come_to(held)

    async def held_at_rest(self, children: Children, newcomers: Newcomers) -> Held:
        """Let everything come into being that stays, and count it."""
        await asyncio.gather(*(children.run("def f(): return 1", Call("f", ())) for _ in range(8)))
        return await newcomers.held_at_rest()

    @pytest.mark.parametrize("runner_of", [FreshRunner, WarmRunner])
    async def test_runs_side_by_side_do_not_mix(
        self, images_dir: Path, runner_of: Callable[..., FreshRunner | WarmRunner]
    ) -> None:
        runner = runner_of(images_dir, slots=4)
        specs = [RunSpec(f"def f(): return {n}".encode(), (Call("f", ()),)) for n in range(16)]
        results = await asyncio.gather(*(runner.run(spec) for spec in specs))
        assert [result.outcomes for result in results] == [(Returned(n),) for n in range(16)]
        await runner.aclose()

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
        await runner.aclose()


SERVER = """
import asyncio, sys
from pathlib import Path
from sandbox.spec import Call, Limits, RunSpec
from tests.support.children import PATHS

SPIN = b"def f():\\n    print('spinning')\\n    while True: pass\\n"

async def main():
    runner = PATHS[sys.argv[3]](Path(sys.argv[1]))
    run = asyncio.create_task(runner.run(RunSpec(SPIN, (Call("f", ()),), Limits(wall_s=60, cpu_s=60))))
    await asyncio.sleep(float(sys.argv[2]))
    print("running", flush=True)
    await run

asyncio.run(main())
"""


class TestDeathOfTheServer:
    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize("delay_s", ["0.0", "0.02", "0.06", "0.15", "0.3", "0.6", "1.0"])
    async def test_takes_every_child_with_it(
        self, images_dir: Path, newcomers: Newcomers, delay_s: str, path: str
    ) -> None:
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-c", textwrap.dedent(SERVER), str(images_dir), delay_s, path,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )  # fmt: skip
        assert server.stdout is not None
        assert await server.stdout.readline() == b"running\n"
        server.send_signal(signal.SIGKILL)
        await server.communicate()
        await until(newcomers.is_everyone_dead)

    async def test_death_of_the_launcher_takes_the_child_too(
        self, images_dir: Path, newcomers: Newcomers
    ) -> None:
        children = Children(images_dir)
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
        await children.runner.aclose()


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


BROKEN = [("other", "read-only root: "), ("root", "exec: ")]
"""The one folder of an image, and the step at which a launcher notices."""


@pytest.fixture
def home(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An image with one empty folder."""
    (tmp_path / str(request.param)).mkdir()
    tmp_path.chmod(0o755)
    return tmp_path


class TestImagesThatWillNotDo:
    async def test_one_that_is_gone_is_our_fault(self, images_dir: Path, tmp_path: Path) -> None:
        runner = FreshRunner(images_dir)
        await runner.start()
        runner._image = tmp_path / "gone"
        result = await runner.run(RunSpec(b"", (Call("f", ()),)))
        assert result.status is RunStatus.SANDBOX_FAILED
        assert "launch" in result.detail

    @pytest.mark.parametrize(("home", "step"), BROKEN, indirect=["home"])
    async def test_one_without_a_root_or_interpreter_names_the_step(
        self, images_dir: Path, home: Path, newcomers: Newcomers, step: str
    ) -> None:
        runner = FreshRunner(images_dir)
        await runner.start()
        runner._image = home
        held = newcomers.held()
        for _ in range(3):
            result = await runner.run(RunSpec(b"", (Call("f", ()),)))
            assert result.status is RunStatus.SANDBOX_FAILED
            assert result.detail.startswith(step)
        await runner.aclose()
        await newcomers.come_to(held)

    @pytest.mark.parametrize(("home", "step"), BROKEN, indirect=["home"])
    async def test_a_pool_does_not_start_on_it(
        self,
        images_dir: Path,
        home: Path,
        newcomers: Newcomers,
        monkeypatch: pytest.MonkeyPatch,
        step: str,
    ) -> None:
        monkeypatch.setattr(image, "ensure", lambda images_dir: home)
        monkeypatch.setattr(image, "hold", lambda folder: os.open(folder, os.O_RDONLY))
        await asyncio.to_thread(int)
        held = newcomers.held()
        for _ in range(2):
            runner = WarmRunner(images_dir, slots=3)
            for _ in range(2):
                with pytest.raises(LaunchFailed, match=step):
                    await runner.run(RunSpec(b"", (Call("f", ()),)))
            await runner.aclose()
        await newcomers.come_to(held)
