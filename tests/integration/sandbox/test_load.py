"""Sources that do not compile, do not load, or come in odd bytes."""

import pytest

from sandbox.spec import Call, Limit, NotMade, Returned, RunStatus
from tests.support.children import Children

pytestmark = pytest.mark.asyncio(loop_scope="module")

CALL = Call("f", ())


class TestCompile:
    @pytest.mark.parametrize(
        ("source", "type_name", "line"),
        [
            (b"def f(:\n  pass", "SyntaxError", 1),
            (b"x = 1\n  y = 2", "IndentationError", 2),
            (b"if 1:\n\tx = 1\n        y = 2", "TabError", 3),
            (b"x = '\xff'", "SyntaxError", 1),
            (b"# coding: klingon\nx = 1", "SyntaxError", None),
            (b"await f()", "SyntaxError", 1),
        ],
    )
    async def test_faults_are_told_with_their_line(
        self, children: Children, source: bytes, type_name: str, line: int | None
    ) -> None:
        result = await children.run(source, CALL)
        assert result.status is RunStatus.COMPILE_FAILED
        assert result.failure is not None
        assert result.failure.type_name == type_name
        assert result.failure.message
        if line is not None:
            assert result.failure.line == line
        assert result.outcomes == (NotMade(),)

    @pytest.mark.parametrize("source", [b"x = 1\0", b"\0", b"\xff\xfex\0=\0"])
    async def test_nul_and_foreign_encodings_are_refused(self, children: Children, source: bytes) -> None:
        result = await children.run(source, CALL)
        assert result.status is RunStatus.COMPILE_FAILED
        assert result.failure is not None
        assert result.failure.message

    @pytest.mark.parametrize(
        "source",
        [b"x = " + b"(" * 5000, b"x = " + b"-" * 60000 + b"1", b"f" + b".f" * 30000, b"x = " + b"[" * 199],
        ids=["parentheses", "signs", "attributes", "brackets"],
    )
    async def test_sources_that_explode_in_the_compiler_end_well(
        self, children: Children, source: bytes
    ) -> None:
        result = await children.run(source, CALL)
        assert result.status in (RunStatus.COMPILE_FAILED, RunStatus.EXITED)

    @pytest.mark.parametrize(
        "source",
        [
            b"\xef\xbb\xbfdef f(): return 1",
            b"def f():\r\n    return 1\r\n",
            b"# coding: latin-1\ndef f(): return len('\xe9')",
            b"from __future__ import annotations\ndef f(x: nowhere = 1): return 1",
            b"def f(): return " + b"1 * " * 2000 + b"1",
        ],
        ids=["bom", "crlf", "cookie", "future", "long"],
    )
    async def test_what_python_takes_is_taken(self, children: Children, source: bytes) -> None:
        assert (await children.run(source, CALL)).outcomes == (Returned(1),)

    async def test_an_empty_source_defines_nothing(self, children: Children) -> None:
        result = await children.run(b"")
        assert (result.status, result.outcomes, result.call_output) == (RunStatus.COMPLETED, (), ())


class TestLoad:
    @pytest.mark.parametrize(
        ("statement", "type_name"),
        [
            ("1 / 0", "ZeroDivisionError"),
            ("import nowhere", "ModuleNotFoundError"),
            ("import sandbox", "ModuleNotFoundError"),
            ("raise SystemExit(0)", "SystemExit"),
            ("raise KeyboardInterrupt", "KeyboardInterrupt"),
            ("def g(): g()\ng()", "RecursionError"),
        ],
    )
    async def test_exceptions_of_the_module_are_told(
        self, children: Children, statement: str, type_name: str
    ) -> None:
        result = await children.run(f"print('begun')\n{statement}\n", CALL)
        assert result.status is RunStatus.LOAD_FAILED
        assert result.failure is not None
        assert result.failure.type_name == type_name
        assert result.failure.frames[0][1] == "<module>"
        assert result.load_output.text == "begun\n"
        assert result.outcomes == (NotMade(),)

    async def test_memory_eaten_while_loading(self, children: Children) -> None:
        result = await children.run("x = bytearray(1 << 40)", CALL)
        assert (result.status, result.limit) == (RunStatus.MEMORY_LIMIT, Limit.MEMORY)

    async def test_the_module_knows_its_name_and_its_lines(self, children: Children) -> None:
        source = """
        import inspect, sys, traceback
        def f():
            assert sys.modules[__name__].f is f
            try: 1 / 0
            except ZeroDivisionError: traceback.print_exc()
            return __name__, __file__, inspect.getsource(f).startswith("def f")
        """
        result = await children.run(source, CALL)
        assert result.outcomes == (Returned(("submission", "submission.py", True)),)
        assert "1 / 0" in result.call_output[0].text
