"""A benchmark as a readable table in the terminal; colour only where there is one."""

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from app.bench.report import Benchmark, Bound


def print_benchmark(console: Console, benchmark: Benchmark, bounds: Mapping[str, Bound]) -> None:
    """Print each figure with its bound and whether it was reached, then what the figures were made of."""
    console.print(_figures(benchmark.figures, bounds))
    console.print()
    console.print(_facts("measured", benchmark.baselines))
    console.print()
    console.print(_facts("machine", benchmark.machine))


def _figures(figures: Mapping[str, float], bounds: Mapping[str, Bound]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "figure", "value", "bound", "meaning"):
        table.add_column(title, justify="right" if title == "value" else "left")
    for key, bound in bounds.items():
        figure = figures.get(key)
        promised = f"{bound.direction} {bound.value:g}"
        if figure is None:
            table.add_row(Text("·", "dim"), key, Text("not measured", "dim"), promised, bound.meaning)
            continue
        mark = Text("✓", "green") if bound.holds(figure) else Text("✗", "red")
        table.add_row(mark, key, f"{figure:g}", promised, bound.meaning)
    return table


def _facts(title: str, facts: Mapping[str, float | str | int]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(title)
    table.add_column("")
    for name, value in facts.items():
        table.add_row(name, f"{value:g}" if isinstance(value, float) else str(value))
    return table
