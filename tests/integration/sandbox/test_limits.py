"""Deadlines and bounds: each ends a run with its own status, and answers given before them stand."""

import numpy as np
import pytest

from sandbox.spec import Call, Limit, Limits, NotMade, OutOfMemory, Raised, Returned, RunStatus
from tests.support.children import Children, as_argument

pytestmark = pytest.mark.asyncio(loop_scope="module")

SHORT = Limits(wall_s=0.4)
CALLS = (Call("first", ()), Call("f", ()), Call("first", ()))
FIRST = "import numpy as np\ndef first(): return 1\n"


class TestTime:
    @pytest.mark.parametrize(
        "body",
        [
            "while True: pass",
            "__import__('time').sleep(60)",
            "pow(3, 10 ** 9)",
            "__import__('re').match('(a+)+$', 'a' * 60 + 'b')",
            "__import__('signal').pause()",
            "import signal\n    for n in (2, 14, 15, 24): signal.signal(n, 1)\n    while True: pass",
            "import os\n    os.close(3)\n    while True: pass",
            "import sys\n    while True: print('x' * 10000)",
        ],
        ids=["spin", "sleep", "pow", "regex", "pause", "ignore", "closed", "flood"],
    )
    async def test_the_wall_clock_ends_it(self, children: Children, body: str) -> None:
        result = await children.run(f"{FIRST}def f():\n    {body}\n", *CALLS, limits=SHORT)
        assert (result.status, result.limit) == (RunStatus.TIME_LIMIT, Limit.WALL)
        assert result.outcomes == (Returned(1), NotMade(), NotMade())
        assert result.detail == "wall limit of 0.4 s"
        assert result.wall_s >= 0.4

    async def test_a_hang_while_loading(self, children: Children) -> None:
        result = await children.run("while True: pass", Call("f", ()), limits=SHORT)
        assert (result.status, result.limit) == (RunStatus.TIME_LIMIT, Limit.WALL)

    async def test_the_cpu_limit_is_told_apart(self, children: Children) -> None:
        source = f"{FIRST}def f():\n    while True: pass\n"
        result = await children.run(source, *CALLS, limits=Limits(wall_s=20, cpu_s=0.3))
        assert (result.status, result.limit) == (RunStatus.TIME_LIMIT, Limit.CPU)
        assert result.outcomes == (Returned(1), NotMade(), NotMade())
        assert result.cpu_s >= 0.3


class TestMemory:
    async def test_a_numpy_giant_is_an_outcome(self, children: Children) -> None:
        source = f"{FIRST}def f(): return np.ones((1 << 28))\n"
        result = await children.run(source, *CALLS)
        assert result.outcomes == (Returned(1), OutOfMemory(), Returned(1))

    async def test_small_pieces_end_too(self, children: Children) -> None:
        source = f"{FIRST}hoard = []\ndef f():\n    while True: hoard.append(bytearray(1 << 20))\n"
        result = await children.run(source, *CALLS, limits=Limits(memory_bytes=64 << 20))
        assert result.outcomes[1] == OutOfMemory() or result.status is RunStatus.MEMORY_LIMIT

    async def test_what_the_limit_allows_is_there(self, children: Children) -> None:
        source = f"{FIRST}def f(): return int(np.ones(50 << 20, np.uint8).sum())\n"
        limits = Limits(memory_bytes=64 << 20)
        assert (await children.run(source, *CALLS, limits=limits)).outcomes[1] == Returned(50 << 20)

    async def test_anonymous_maps_count(self, children: Children) -> None:
        source = f"{FIRST}import mmap\ndef f(): mmap.mmap(-1, 1 << 33)\n"
        raised = (await children.run(source, *CALLS)).outcomes[1]
        assert isinstance(raised, Raised | OutOfMemory)

    async def test_the_limits_cannot_be_raised(self, children: Children) -> None:
        source = """
        import resource
        def f():
            for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NOFILE):
                try: resource.setrlimit(kind, (-1, -1))
                except (OSError, ValueError): continue
                return kind
            return resource.getrlimit(resource.RLIMIT_CORE)
        """
        assert (await children.run(source, Call("f", ()))).outcomes == (Returned((0, 0)),)


class TestResult:
    @pytest.mark.parametrize(
        "made",
        ["np.zeros(1001)", "np.broadcast_to(0.0, (1 << 20, 1 << 20))", "(np.zeros(600), np.zeros(600))",
         "np.broadcast_to(0.0, (1 << 33,))"],
    )  # fmt: skip
    async def test_a_result_beyond_its_budget(self, children: Children, made: str) -> None:
        calls = (CALLS[0], Call("f", (), result_bytes=8000), CALLS[2])
        result = await children.run(f"{FIRST}def f(): return {made}\n", *calls)
        assert (result.status, result.limit) == (RunStatus.OUTPUT_LIMIT, Limit.RESULT)
        assert result.outcomes == (Returned(1), NotMade(), NotMade())
        assert "8,000" in result.detail

    async def test_too_much_text_in_one_tuple(self, children: Children) -> None:
        text = "'x' * 4096"
        for _ in range(3):
            text = f"({text},) * 16"
        result = await children.run(f"{FIRST}def f(): return {text}\n", *CALLS)
        assert (result.status, result.limit) == (RunStatus.OUTPUT_LIMIT, Limit.RESULT)

    async def test_a_result_of_just_the_budget(self, children: Children) -> None:
        x = np.zeros(1000)
        call = Call("f", (as_argument(x),), result_bytes=8000)
        result = await children.run("def f(x): return x", call)
        assert result.outcomes == (Returned(as_argument(x)),)


class TestExit:
    @pytest.mark.parametrize(
        ("body", "detail"),
        [
            ("import os; os._exit(0)", "exit code 0"),
            ("import os; os._exit(9)", "exit code 9"),
            ("import ctypes; ctypes.string_at(0)", "signal SEGV"),
            ("import os; os.abort()", "signal"),
            ("import ctypes; ctypes.CDLL(None).syscall(101, 0, 0, 0, 0)", "forbidden system call"),
            ("import os; os.close(3)", "could not answer"),
            ("import faulthandler; faulthandler._stack_overflow()", "signal SEGV"),
        ],
        ids=["exit0", "exit9", "segfault", "abort", "ptrace", "closed", "overflow"],
    )
    async def test_the_way_it_ended_is_told(self, children: Children, body: str, detail: str) -> None:
        result = await children.run(f"{FIRST}def f():\n    {body}\n", *CALLS)
        assert result.status is RunStatus.EXITED
        assert detail in result.detail
        assert result.outcomes == (Returned(1), NotMade(), NotMade())
        assert result.limit is None

    async def test_it_cannot_kill_itself_from_inside(self, children: Children) -> None:
        body = "import os\n    try: os.kill(os.getpid(), 9)\n    except PermissionError: return 'refused'"
        result = await children.run(f"{FIRST}def f():\n    {body}\n", *CALLS)
        assert result.outcomes == (Returned(1), Returned("refused"), Returned(1))

    async def test_deep_recursion_without_a_limit_ends(self, children: Children) -> None:
        source = (
            f"{FIRST}import sys\ndef f():\n    sys.setrecursionlimit(10 ** 9)\n    def g(): g()\n    g()\n"
        )
        result = await children.run(source, *CALLS, limits=Limits(memory_bytes=128 << 20))
        assert result.outcomes[0] == Returned(1)
        assert not isinstance(result.outcomes[1], Returned)
