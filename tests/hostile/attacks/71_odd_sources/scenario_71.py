"""Sources that editors, other systems and jokers make: the same verdict for the same reason every time."""

from typing import Final

from app.judge.report import Scope, Verdict
from tests.support.hostile.arena import KATA, Arena

TIMES: Final = 2
EVERY: Final = {"fresh": 4, "warm": 1}
"""On the slow path each fourth of them is enough: the compiler is the same."""
RIGHT: Final = KATA.files["reference.py"]
BIDI: Final = "# \u202e\u2066 turned round \u2069\n".encode()
SOURCES: Final = {
    "byte order mark": (b"\xef\xbb\xbf" + RIGHT, Verdict.ACCEPTED, ""),
    "carriage returns": (RIGHT.replace(b"\n", b"\r\n"), Verdict.ACCEPTED, ""),
    "old line ends": (RIGHT.replace(b"\n", b"\r"), Verdict.ACCEPTED, ""),
    "bidi controls": (BIDI + RIGHT, Verdict.ACCEPTED, ""),
    "coding cookie": (b"# -*- coding: latin-1 -*-\n# \xe4\n" + RIGHT, Verdict.ACCEPTED, ""),
    "future import": (b"from __future__ import annotations\n" + RIGHT, Verdict.ACCEPTED, ""),
    "a line of a megabyte": (b"# " + b"x" * (1 << 20) + b"\n" + RIGHT, Verdict.ACCEPTED, ""),
    "form feeds": (b"\x0c\n" + RIGHT, Verdict.ACCEPTED, ""),
    "NUL": (RIGHT + b"\0", Verdict.COMPILE_ERROR, "null byte"),
    "both marks": (b"\xef\xbb\xbf# coding: latin-1\n" + RIGHT, Verdict.COMPILE_ERROR, "SyntaxError"),
    "UTF-16": (RIGHT.decode().encode("utf-16"), Verdict.COMPILE_ERROR, "SyntaxError"),
    "half a character": (RIGHT + b"# \xe4\n", Verdict.COMPILE_ERROR, "SyntaxError"),
    "lone surrogate": (b"x = '\xed\xa0\x80'\n" + RIGHT, Verdict.COMPILE_ERROR, "SyntaxError"),
    "unknown coding": (b"# coding: ../../etc/passwd\n" + RIGHT, Verdict.COMPILE_ERROR, "SyntaxError"),
    "a coding that is no text": (b"# coding: hex\n" + RIGHT, Verdict.COMPILE_ERROR, ""),
    "unknown future": (b"from __future__ import braces\n", Verdict.COMPILE_ERROR, "SyntaxError"),
    "bidi in the code": ("x = 1 \u202e\n".encode(), Verdict.COMPILE_ERROR, "SyntaxError"),
}


async def run(arena: Arena) -> None:
    for name in list(SOURCES)[:: EVERY[arena.path]]:
        source, verdict, words = SOURCES[name]
        first, *rest = [(await arena.judged(source, scope=Scope.PUBLIC)).candidate for _ in range(TIMES)]
        assert first.verdict is verdict, (name, first.summary)
        assert words in first.summary, (name, first.summary)
        assert "\u202e" not in first.model_dump_json(), name
        for second in rest:
            assert (first.summary, first.checks) == (second.summary, second.checks), name
