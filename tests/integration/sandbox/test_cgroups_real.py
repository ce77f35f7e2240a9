"""Control groups on this host, where it lets us make any: limits, kills, and nothing left."""

import signal
import subprocess
from collections.abc import Iterator

import pytest

from sandbox import interpreter
from sandbox.jail import cgroups
from sandbox.jail.cgroups import Groups, SlotGroup

MIB = 1 << 20
ASKS = "import sys; input(); taken = bytearray(int(sys.argv[1])); print(len(taken))"
FORKS = "import os; input(); pid = os.fork(); pid or os._exit(0); print(os.waitpid(pid, 0)[1])"
RESTS = "import time; input(); print('here', flush=True); time.sleep(60)"


@pytest.fixture
def groups() -> Groups:
    found = cgroups.discover()
    if isinstance(found, str):
        pytest.skip(f"this host gives no control groups: {found}")
    return found


@pytest.fixture
def group(groups: Groups) -> Iterator[SlotGroup]:
    made = groups.make("test")
    assert made is not None
    yield made
    made.kill()
    assert made.remove()
    assert not any(folder.exists() for folder in made.places.folders())


def start(program: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*interpreter.command(program), *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip


class TestLimits:
    def test_memory(self, group: SlotGroup) -> None:
        assert group.set_limits(64 * MIB, processes=8)
        with start(ASKS, str(16 * MIB)) as modest, start(ASKS, str(200 * MIB)) as greedy:
            assert group.enter(modest.pid)
            assert modest.communicate("\n", timeout=60)[0] == f"{16 * MIB}\n"
            assert group.oom_kills() == 0
            assert group.enter(greedy.pid)
            greedy.communicate("\n", timeout=60)
        assert greedy.returncode == -signal.SIGKILL
        assert group.oom_kills() == 1

    def test_the_same_outside_of_the_group(self) -> None:
        with start(ASKS, str(200 * MIB)) as greedy:
            assert greedy.communicate("\n", timeout=60)[0] == f"{200 * MIB}\n"

    @pytest.mark.parametrize(("processes", "code"), [(2, 0), (1, 1)])
    def test_processes(self, groups: Groups, group: SlotGroup, processes: int, code: int) -> None:
        if groups.places.pids is None:
            pytest.skip("this host has no pids controller for us")
        assert group.set_limits(256 * MIB, processes=processes)
        with start(FORKS) as forking:
            assert group.enter(forking.pid)
            forking.communicate("\n", timeout=60)
        assert forking.returncode == code

    def test_limits_may_rise_and_fall(self, group: SlotGroup) -> None:
        for memory_bytes in (64 * MIB, 256 * MIB, 32 * MIB):
            assert group.set_limits(memory_bytes, processes=8)

    def test_a_process_that_is_gone_cannot_enter(self, group: SlotGroup) -> None:
        with start("pass") as gone:
            gone.communicate(timeout=60)
        assert group.enter(gone.pid) is False


class TestKilling:
    def test_all_at_once(self, groups: Groups, group: SlotGroup) -> None:
        if groups.places.kill is None:
            pytest.skip("this host has no version 2 hierarchy to kill by")
        with start(RESTS) as one, start(RESTS) as other:
            for process in (one, other):
                assert group.enter(process.pid)
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write("\n")
                process.stdin.flush()
                assert process.stdout.readline() == "here\n"
            assert group.remove() is False
            assert group.kill()
        assert (one.returncode, other.returncode) == (-signal.SIGKILL, -signal.SIGKILL)


class TestLeftovers:
    def test_those_of_a_dead_server_are_cleared(self, groups: Groups) -> None:
        with start("pass") as dead:
            dead.communicate(timeout=60)
        left = groups.places.memory / f"rightshape-{dead.pid}-0"
        left.mkdir()
        cgroups.discover()
        assert not left.exists()

    def test_looking_for_groups_leaves_none(self, groups: Groups) -> None:
        before = sorted(groups.places.memory.glob("rightshape-*"))
        cgroups.discover()
        assert sorted(groups.places.memory.glob("rightshape-*")) == before
