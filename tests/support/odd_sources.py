"""Odd and broken submissions of split_heads, each with the verdict, the failing check and the words due."""

from app.judge.report import Verdict

SPLIT = """
def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
"""
MERGE = """
def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""
RIGHT = SPLIT + MERGE


def returning(expression: str) -> str:
    """Write a split that gives `expression` in place of the right heads `y`."""
    return f"""
import numpy as np
def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    y = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return {expression}
{MERGE}"""


ACCEPTED = {
    "plain": RIGHT,
    "windows line ends": RIGHT.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + RIGHT,
    "coding cookie": "# -*- coding: latin-1 -*-\n# \xe4\n" + RIGHT,
    "future import": "from __future__ import annotations\n" + RIGHT,
    "prints and floods": "print('x' * 10**6)\n" + RIGHT,
    "callable object": f"""{RIGHT}
class Merge:
    def __call__(self, x, right=merge_heads):
        return right(x)
merge_heads = Merge()
""",
    "class whose construction gives the array": f"""{RIGHT}
class split_heads:
    def __new__(cls, x, n_heads, right=split_heads):
        return right(x, n_heads)
""",
    "lambda": RIGHT + "\nmerge_heads = lambda x, f=merge_heads: f(x)",
    "defaults and more parameters": RIGHT.replace("(x, n_heads)", "(x, n_heads=1, *rest, **more)", 1),
    "everything imported": "import asyncio, ctypes, json, sqlite3, ssl, multiprocessing, numpy.fft\n" + RIGHT,
}

WRONG: dict[str, tuple[str | bytes, Verdict, str, str]] = {
    "neither": ("x = 1", Verdict.RUN_TIME_ERROR, "defined", "split_heads is not defined"),
    "empty": ("", Verdict.RUN_TIME_ERROR, "defined", "split_heads is not defined"),
    "only split": (SPLIT, Verdict.RUN_TIME_ERROR, "defined", "merge_heads is not defined"),
    "only merge": (MERGE, Verdict.RUN_TIME_ERROR, "defined", "split_heads is not defined"),
    "a number": (RIGHT + "\nsplit_heads = 7", Verdict.RUN_TIME_ERROR, "defined", "split_heads is a int"),
    "raises at import": ("1 / 0", Verdict.RUN_TIME_ERROR, "defined", "ZeroDivisionError"),
    "exits at import": ("raise SystemExit(0)", Verdict.RUN_TIME_ERROR, "defined", "SystemExit"),
    "leaves at import": ("import os; os._exit(0)", Verdict.RUN_TIME_ERROR, "runs", "exit code 0"),
    "syntax error": ("def f(:\n  pass", Verdict.COMPILE_ERROR, "defined", "(line 1)"),
    "tab mix": ("def f():\n\tx = 1\n        y = 2\n", Verdict.COMPILE_ERROR, "defined", "TabError"),
    "NUL bytes": ("x = 1\0", Verdict.COMPILE_ERROR, "defined", "null byte"),
    "bad encoding": (b"x = '\xff\xfe'", Verdict.COMPILE_ERROR, "defined", "SyntaxError"),
    "lone surrogate": ("x = '\ud800'", Verdict.COMPILE_ERROR, "defined", "SyntaxError"),
    "unknown coding": (b"# coding: klingon\n", Verdict.COMPILE_ERROR, "defined", "klingon"),
    "too deeply nested": ("(" * 5000 + ")" * 5000, Verdict.COMPILE_ERROR, "defined", "compile"),
    "raises": (returning("1 / 0"), Verdict.RUN_TIME_ERROR, "runs", "ZeroDivisionError"),
    "exits": (returning("exit(0)"), Verdict.RUN_TIME_ERROR, "runs", "split_heads"),
    "wrong arity": (RIGHT.replace("(x, n_heads)", "(x)", 1), Verdict.RUN_TIME_ERROR, "runs", "TypeError"),
    "infinite recursion": (
        returning("split_heads(x, n_heads)"),
        Verdict.RUN_TIME_ERROR,
        "runs",
        "RecursionError",
    ),
    "crash": (returning("__import__('ctypes').string_at(0)"), Verdict.RUN_TIME_ERROR, "runs", "signal SEGV"),
    "loops": (returning("[0 for _ in iter(int, 1)]"), Verdict.TIME_LIMIT_EXCEEDED, "runs", "limit of 1 s"),
    "sleeps": (
        returning("__import__('time').sleep(99)"),
        Verdict.TIME_LIMIT_EXCEEDED,
        "runs",
        "limit of 1 s",
    ),
    "eats memory": (returning("bytearray(1 << 40)"), Verdict.MEMORY_LIMIT_EXCEEDED, "runs", "memory"),
    "huge array": (
        returning("np.broadcast_to(y, (10**6, *y.shape))"),
        Verdict.OUTPUT_LIMIT_EXCEEDED,
        "runs",
        "far more data",
    ),
    "None": (returning("None"), Verdict.WRONG_ANSWER, "shape", "returned None; is a return missing?"),
    "list": (returning("y.tolist()"), Verdict.WRONG_ANSWER, "shape", "returned a list"),
    "tuple": (returning("(y,)"), Verdict.WRONG_ANSWER, "shape", "returned a tuple"),
    "scalar": (returning("3.5"), Verdict.WRONG_ANSWER, "shape", "returned a single float"),
    "NumPy scalar": (returning("np.float64(3)"), Verdict.WRONG_ANSWER, "shape", "a single float64 number"),
    "string": (returning("'y'"), Verdict.WRONG_ANSWER, "shape", "returned a single str"),
    "object array": (
        returning("y.astype(object)"),
        Verdict.WRONG_ANSWER,
        "dtype",
        "made object out of float64",
    ),
    "big endian": (returning("y.astype('>f8')"), Verdict.WRONG_ANSWER, "dtype", "made >f8 out of float64"),
    "nine axes": (
        returning("y[None, None, None, None, None]"),
        Verdict.WRONG_ANSWER,
        "shape",
        "returned shape",
    ),
    "0-d": (returning("np.array(1.0)"), Verdict.WRONG_ANSWER, "shape", "returned shape ()"),
    "masked array": (returning("np.ma.array(y)"), Verdict.WRONG_ANSWER, "shape", "no plain numpy.ndarray"),
    "own subclass": (
        "import numpy as np\nclass Mine(np.ndarray): pass" + returning("y.view(Mine)"),
        Verdict.WRONG_ANSWER,
        "shape",
        "no plain numpy.ndarray",
    ),
    "lying object": (
        "class Liar:\n    __eq__ = lambda s, o: True\n    shape = (1,)" + returning("Liar()"),
        Verdict.WRONG_ANSWER,
        "shape",
        "Liar",
    ),
    "async function": (
        RIGHT.replace("def split", "async def split"),
        Verdict.WRONG_ANSWER,
        "shape",
        "returned a coroutine; write a plain def",
    ),
    "generator": (returning("(yield y)"), Verdict.WRONG_ANSWER, "shape", "returned a generator"),
    "lazy map": (returning("map(abs, y)"), Verdict.WRONG_ANSWER, "shape", "lazy map object"),
    "class": (
        RIGHT + "\nclass split_heads:\n    def __init__(self, x, n): pass",
        Verdict.WRONG_ANSWER,
        "shape",
        "split_heads",
    ),
    "wrong dtype": (
        returning("y.astype('float32')"),
        Verdict.WRONG_ANSWER,
        "dtype",
        "made float32 out of float64",
    ),
    "cleaned zeros": (
        returning("y + 0.0 if y.dtype == float else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "changes its input": (
        returning("(y.copy(), x.fill(0))[0]"),
        Verdict.WRONG_ANSWER,
        "input_unchanged",
        "in place",
    ),
    "int64 through float64": (
        returning("y.astype(float).astype(y.dtype) if y.dtype.kind == 'i' else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "float32 through float16": (
        returning("y.astype('f2').astype(y.dtype) if y.dtype == 'f4' else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "complex values cleaned": (
        returning("np.nan_to_num(y) if y.dtype.kind == 'c' else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "remembers by id": (
        "seen = {}" + returning("seen.setdefault(id(x), y.copy()).copy()"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "overwrites earlier results": (
        "last = []" + returning("([one.fill(0) for one in last], last.append(y.copy()), last[-1])[2]"),
        Verdict.WRONG_ANSWER,
        "input_unchanged",
        "overwrote a result it had returned before",
    ),
    "trusts the base": (
        returning(
            "y if x.base is None or x.base is x else np.frombuffer(x.base, x.dtype)[:y.size].reshape(x.shape)"
            ".reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)"
        ),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "merge trusts Fortran order": (
        SPLIT + MERGE.replace(".reshape(B, T, H * d)", ".reshape(B, T, H * d, order='A')"),
        Verdict.WRONG_ANSWER,
        "merge_index",
        "hidden",
    ),
    "wrong for five batches": (
        returning("np.roll(y, 2, axis=0) if B >= 5 else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "an exception that lies": (
        RIGHT.replace("raise ValueError", "raise Lie")
        + "\nclass Lie(Exception):\n    __class__ = property(lambda self: ValueError)",
        Verdict.WRONG_ANSWER,
        "error_handling",
        "ValueError belongs here",
    ),
    "a dead proxy": (
        "import weakref\nclass C: pass" + returning("weakref.proxy(C())"),
        Verdict.WRONG_ANSWER,
        "shape",
        "weakref",
    ),
    "bad bytes in a comment": (
        b"# caf\xe9\n" + RIGHT.encode(),
        Verdict.COMPILE_ERROR,
        "defined",
        "SyntaxError",
    ),
    "reshapes its input in place": (
        returning("(y.copy(), setattr(x, 'shape', (B, T, n_heads, D // n_heads)))[0]"),
        Verdict.WRONG_ANSWER,
        "input_unchanged",
        "gave the caller's array another shape or dtype",
    ),
    "closes its input": (
        returning("(y, x.setflags(write=False))[0]"),
        Verdict.WRONG_ANSWER,
        "input_unchanged",
        "made the caller's array read-only",
    ),
    "loses the sign of zero": (
        returning("y + y.dtype.type(0) if y.dtype != bool else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "it holds when no value is NaN, infinite, -0.0 or subnormal",
    ),
    "wrong where heads and their features are as many": (
        returning("y[..., ::-1] if n_heads == D // n_heads > 1 else y"),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "identity pair": (
        "def split_heads(x, n_heads):\n    return x\ndef merge_heads(x):\n    return x",
        Verdict.WRONG_ANSWER,
        "shape",
        "returned shape",
    ),
    "hard-coded public sizes": (
        returning(
            "y if x.shape in {(1, 3, 8), (2, 4, 15), (2, 5, 12), (2, 3, 15), (3, 2, 20)} else y[:, ::-1]"
        ),
        Verdict.WRONG_ANSWER,
        "index",
        "hidden",
    ),
    "writes to the result channel": (
        "import os\n"
        + returning("[os.write(fd, b'x' * 99) for fd in range(3, 9) if not os.path.ismount('/x')]"),
        Verdict.RUN_TIME_ERROR,
        "runs",
        "split_heads",
    ),
}
