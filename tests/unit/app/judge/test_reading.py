"""Loops are read off a source, line by line."""

import numpy as np
import pytest

from app.judge.reading import find_loops


def lines(source: str) -> list[int]:
    return [int(line) for line in find_loops(np.frombuffer(source.encode(), np.uint8))]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return x.reshape(n, -1)", []),
        ("for i in range(n):\n        y[i] = x[i]", [2]),
        ("while n:\n        n = step(n)", [2]),
        ("return [x[i] for i in n]", [2]),
        ("return np.fromiter((x[i] for i in n), float)", [2]),
        ("return np.vectorize(pick)(x)", [2]),
        ("return list(map(pick, x))", [2]),
        ("return f(x[1:], n)", [2]),
        ("for size in n:\n        if size < 1:\n            raise ValueError(size)", []),
        ("for size in n:\n        assert size", []),
        ("def g(y):\n        return [z for z in y]\n    return g(x)", [3]),
        ("return max(x.shape)", []),
    ],
)
def test_of_a_function(body: str, found: list[int]) -> None:
    assert lines(f"def f(x, n):\n    {body}\n") == found


def test_what_runs_once_at_import_is_none() -> None:
    assert lines("table = [i for i in range(3)]\n") == []


def test_a_method_counts_and_a_line_counts_once() -> None:
    source = "class C:\n    def f(self, x):\n        return [[y for y in row] for row in x]\n"
    assert lines(source) == [3]


def test_what_is_no_source_raises() -> None:
    with pytest.raises(SyntaxError):
        lines("def f(:")
