"""Files stay under 300 lines and functions under 40, so that each keeps one duty."""

import ast
from pathlib import Path

from tests.support.checkout import own_files, python_files, relative

FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 40
BROWSER_SUFFIXES = (".js", ".mjs", ".css", ".html")


def functions_of(path: Path) -> list[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    return [(node.name, (node.end_lineno or node.lineno) - node.lineno + 1) for node in found]


def test_files_are_short() -> None:
    lengths = {
        relative(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in python_files() + own_files(*BROWSER_SUFFIXES)
    }
    assert {name: lines for name, lines in lengths.items() if lines > FILE_LINES_MAX} == {}


def test_functions_are_short() -> None:
    lengths = {
        f"{relative(path)}: {name}": lines for path in python_files() for name, lines in functions_of(path)
    }
    assert {name: lines for name, lines in lengths.items() if lines > FUNCTION_LINES_MAX} == {}
