import io

import pytest
from rich.console import Console

from app.bench.report import SANDBOX_BOUNDS, Benchmark, Bound, at_least, at_most
from app.cli.bench_table import print_benchmark


class TestBound:
    @pytest.mark.parametrize(
        ("bound", "figure", "holds"),
        [
            (at_most(0.5, ""), 0.5, True),
            (at_most(0.5, ""), 0.51, False),
            (at_least(60, ""), 60, True),
            (at_least(60, ""), 59.9, False),
            (at_most(0, ""), 0, True),
            (at_most(0, ""), 1, False),
        ],
    )
    def test_holds(self, bound: Bound, figure: float, holds: bool) -> None:
        assert bound.holds(figure) is holds


class TestTable:
    def test_tells_for_each_figure_whether_it_was_reached(self) -> None:
        figures = {"warm_over_fork": 0.3, "child_rate_over_fork_rate": 0.1}
        out = io.StringIO()
        benchmark = Benchmark("sandbox", figures, {"fork_ms_median": 2.1}, {"cores": 2})
        print_benchmark(Console(file=out, width=160), benchmark, SANDBOX_BOUNDS)
        lines = {
            line.split()[1]: line for line in out.getvalue().splitlines() if line[:1] in "✓✗·"[:3] and line
        }
        assert lines["warm_over_fork"].startswith("✓")
        assert lines["child_rate_over_fork_rate"].startswith("✗")
        assert "not measured" in lines["memory_ratio"]
        assert set(lines) == set(SANDBOX_BOUNDS)
        assert "fork_ms_median" in out.getvalue()
