"""Reads loops off a source. It runs in a sandbox child: a hostile source may well break whoever parses it.

The judge sends this file there as a source of its own, so it imports nothing of the project.
"""

import ast
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CALLS = {
    "map",
    "fromiter",
    "vectorize",
    "frompyfunc",
    "apply_along_axis",
    "apply_over_axes",
    "nditer",
    "ndindex",
}
_IDLE = (ast.Raise, ast.Assert, ast.Pass)
"""A loop that does no more than these looks at the arguments and moves nothing."""


def find_loops(source: NDArray[np.uint8]) -> NDArray[np.int64]:
    """List the lines of a source on which elements are gone through one by one.

    Shapes:
        source: (N,), the bytes of the source; result: (L,), rising.

    Raises:
        SyntaxError, ValueError, RecursionError: it is no source.
    """
    tree = ast.parse(source.tobytes())
    lines = {line for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for line in _loops_in(node)}
    return np.array(sorted(lines), np.int64)


def _loops_in(function: ast.FunctionDef) -> Iterator[int]:
    for node in ast.walk(function):
        if isinstance(node, ast.For | ast.While):
            looked_at = [node.iter] if isinstance(node, ast.For) else []
            if not all(_is_idle(statement) for statement in node.body) and not _is_short(looked_at):
                yield node.lineno
        elif isinstance(node, _COMPREHENSIONS):
            if not _is_short([part.iter for part in node.generators]):
                yield node.lineno
        elif isinstance(node, ast.Call):
            is_recursion = isinstance(node.func, ast.Name) and node.func.id == function.name
            if is_recursion or (_name_of(node.func) in _CALLS and not _is_short(node.args[-1:])):
                yield node.lineno


def _is_short(looked_at: list[ast.expr]) -> bool:
    """Tell whether only a shape or a written-out list is gone through."""
    return bool(looked_at) and all(
        isinstance(one, ast.Tuple | ast.List) or (isinstance(one, ast.Attribute) and one.attr == "shape")
        for one in looked_at
    )


def _is_idle(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return all(_is_idle(inner) for inner in (*statement.body, *statement.orelse))
    return isinstance(statement, _IDLE)


def _name_of(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""
