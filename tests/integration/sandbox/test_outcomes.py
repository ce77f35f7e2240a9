"""What comes back from calls: every value, exception and side effect of the contract."""

import numpy as np
import pytest

from sandbox.spec import (
    Call,
    Limits,
    Missing,
    Opaque,
    OutOfMemory,
    Raised,
    Returned,
    RunStatus,
)
from tests.support.children import Children, as_argument, as_numpy

pytestmark = pytest.mark.asyncio(loop_scope="module")

RAISING = [
    ("raise ValueError('no')", "ValueError", True),
    ("raise Mine('no')", "Mine", True),
    ("raise KeyError('no')", "KeyError", False),
    ("raise SystemExit(0)", "SystemExit", False),
    ("raise KeyboardInterrupt", "KeyboardInterrupt", False),
    ("raise GeneratorExit", "GeneratorExit", False),
    ("np.linalg.inv(np.zeros((2, 2)))", "numpy.linalg.LinAlgError", True),
    ("exit()", "SystemExit", False),
    ("f8()", "RecursionError", False),
    ("[] / 1", "TypeError", False),
]


class TestExceptions:
    async def test_are_told(self, children: Children) -> None:
        lines = ["import numpy as np", "class Mine(ValueError): pass"]
        lines += [f"def f{n}(): {statement}" for n, (statement, _, _) in enumerate(RAISING)]
        calls = [Call(f"f{n}", ()) for n in range(len(RAISING))]
        result = await children.run("\n".join(lines), *calls)
        assert result.status is RunStatus.COMPLETED
        for n, ((_, type_name, is_value_error), raised) in enumerate(
            zip(RAISING, result.outcomes, strict=True)
        ):
            assert isinstance(raised, Raised)
            assert (raised.failure.type_name, raised.is_value_error) == (type_name, is_value_error)
            assert raised.failure.line == n + 3
            assert raised.failure.frames[0] == (n + 3, f"f{n}")
            assert len(raised.failure.frames) <= 20

    async def test_only_own_frames_and_no_path_of_the_host(self, children: Children) -> None:
        source = "import numpy as np\ndef g(x):\n    return np.linalg.inv(x)\ndef f(x):\n    return g(x)\n"
        result = await children.run(source, Call("f", (as_argument(np.zeros((2, 2))),)))
        raised = result.outcomes[0]
        assert isinstance(raised, Raised)
        assert raised.failure.frames == ((5, "f"), (3, "g"))

    async def test_hostile_exceptions_are_cut_and_escaped(self, children: Children) -> None:
        source = """
        class Liar(Exception):
            def __str__(self): raise SystemExit
        def liar(): raise Liar
        def long(): raise ValueError('é' * 10 ** 6)
        def ansi(): raise ValueError('\\x1b[2J\\u202eevil\\n\\0')
        """
        result = await children.run(source, Call("liar", ()), Call("long", ()), Call("ansi", ()))
        liar, long, ansi = (outcome.failure for outcome in result.outcomes if isinstance(outcome, Raised))
        assert (liar.type_name, liar.message) == ("Liar", "")
        assert len(long.message.encode()) <= 2048 + 3
        assert ansi.message == "\\x1b[2J\\u202eevil\n\\x00"

    async def test_memory_error_is_an_outcome_of_its_own(self, children: Children) -> None:
        source = "import numpy as np\ndef f(): return np.ones(1 << 40)\ndef g(): return 1\n"
        result = await children.run(source, Call("f", ()), Call("g", ()))
        assert result.outcomes == (OutOfMemory(), Returned(1))
        assert result.status is RunStatus.COMPLETED


class TestMissing:
    async def test_absent_and_uncallable_names_do_not_stop_the_rest(self, children: Children) -> None:
        source = "import numpy\nsplit = 3\nimported = numpy\ndef g(): return 1\nclass C: pass\n"
        names = ("f", "split", "imported", "C", "g")
        result = await children.run(source, *(Call(name, ()) for name in names))
        assert result.outcomes[:3] == (Missing(), Missing("int"), Missing("module"))
        assert result.outcomes[3:] == (Returned(Opaque("C")), Returned(1))


class TestSideEffects:
    async def test_changed_arguments_are_told_with_their_elements(self, children: Children) -> None:
        x, y = np.arange(6.0).reshape(2, 3), np.zeros(2)
        source = """
        def keep(x, n, y): return x
        def change(x, n, y): x *= 2; y.shape = (2, 1); return y
        def fail(x, n, y): x[0, 0] = 9; raise ValueError
        def recast(x, n, y): y.dtype = '>f8'; return 0
        def stack(x, n, y): y.shape = (1,) * 20 + (2,); return 0
        """
        args = (as_argument(x), 3, as_argument(y))
        names = ("keep", "change", "fail", "recast", "stack")
        result = await children.run(source, *(Call(name, args) for name in names))
        keep, change, fail, recast, stack = result.outcomes
        assert isinstance(keep, Returned)
        assert keep.changed_args == ()
        assert isinstance(change, Returned)
        assert [index for index, _ in change.changed_args] == [0, 2]
        assert np.array_equal(as_numpy(change.changed_args[0][1]), x * 2)
        assert change.changed_args[1][1].shape == (2, 1)
        assert isinstance(fail, Raised)
        assert as_numpy(fail.changed_args[0][1])[0, 0] == 9
        assert isinstance(recast, Returned)
        assert recast.changed_args == ((2, as_argument(y)),)
        assert isinstance(stack, Returned)
        assert stack.changed_args == ((2, as_argument(y)),)

    async def test_late_changes_name_the_earlier_call_once(self, children: Children) -> None:
        source = """
        kept = []
        def f(x):
            kept.append(x)
            return 0
        def late(x):
            kept[0][0] = 7
            return 0
        """
        arg = (as_argument(np.zeros(3)),)
        result = await children.run(source, Call("f", arg), Call("f", arg), Call("late", arg), Call("f", arg))
        changes = [outcome.late_changes for outcome in result.outcomes if isinstance(outcome, Returned)]
        assert changes == [(), (), ((0, 0),), ()]

    async def test_shared_buffers_name_the_earlier_result(self, children: Children) -> None:
        source = """
        import numpy as np
        buffer = np.zeros(8)
        empty = np.zeros(0)
        def fresh(x): return x + 1
        def view(x): return x[::-1]
        def front(x): return buffer[:4]
        def back(x): return (1, buffer[4:])
        def middle(x): return (buffer[3:5],)
        def nothing(x): return empty
        """
        arg = (as_argument(np.zeros(3)),)
        names = ("fresh", "view", "front", "back", "middle", "front", "nothing", "nothing")
        result = await children.run(source, *(Call(name, arg) for name in names))
        shares = [outcome.shares_buffer_with for outcome in result.outcomes if isinstance(outcome, Returned)]
        assert shares == [None, None, None, None, 2, 2, None, None]

    async def test_calls_share_state_and_children_do_not(self, children: Children) -> None:
        source = "n = 0\ndef f():\n    global n\n    n += 1\n    return n\n"
        for _ in range(2):
            result = await children.run(source, Call("f", ()), Call("f", ()))
            assert result.outcomes == (Returned(1), Returned(2))


class TestOutput:
    async def test_is_cut_by_call_and_escaped(self, children: Children) -> None:
        source = """
        import os, sys
        print("loading")
        def f(n):
            print("call", n)
            print("err\\x1b", file=sys.stderr)
            sys.stdout = None
        def g(): os.write(1, b"\\xff\\x00raw")
        """
        result = await children.run(source, Call("f", (1,)), Call("g", ()))
        assert result.load_output.text == "loading\n"
        assert [output.text for output in result.call_output] == ["call 1\nerr\\x1b\n", "\ufffd\\x00raw"]

    async def test_a_flood_is_cut_and_marked(self, children: Children) -> None:
        source = (
            "def f():\n    for _ in range(300): print('x' * 9999)\n    return 1\ndef g(): print('late')\n"
        )
        result = await children.run(source, Call("f", ()), Call("g", ()))
        first, second = result.call_output
        assert result.outcomes[0] == Returned(1)
        assert (len(first.text), first.truncated) == (64 << 10, True)
        assert (second.text, second.truncated) == ("", True)

    async def test_a_print_before_a_hang_is_kept(self, children: Children) -> None:
        source = "def f():\n    print('so far', end='')\n    while True: pass\n"
        result = await children.run(source, Call("f", ()), limits=_short())
        assert result.status is RunStatus.TIME_LIMIT
        assert result.call_output[0].text == "so far"


def _short() -> Limits:
    return Limits(wall_s=0.3)
