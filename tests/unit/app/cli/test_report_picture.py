"""The picture in the terminal tells positions and wrong cells without colour, too."""

import io

from rich.console import Console

from app.cli.report_picture import picture_table
from app.judge.report import Grid, Picture

X = Grid(axes=["B", "T", "D"], shape=[1, 2, 4])
SPLIT = Grid(axes=["B", "H", "T", "d"], shape=[1, 2, 2, 2])
RIGHT = [0, 1, 4, 5, 2, 3, 6, 7]


def shown(actual: list[int | None], output: Grid = SPLIT, *, colour: bool = False) -> list[str]:
    picture = Picture(
        case="small", output_name="split", source=X, output=output, expected=RIGHT, actual=actual
    )
    stream = io.StringIO()
    Console(file=stream, width=100, force_terminal=colour, color_system="standard" if colour else None).print(
        picture_table(picture)
    )
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def test_both_sides_line_by_line() -> None:
    assert [line.split() for line in shown([0, 1, 2, 3, 4, 5, 6, None])] == [
        ["should", "be", "yours", "(*", "wrong)"],
        ["H", "0", "H", "0"],
        ["0", "1", "0", "1"],
        ["4", "5", "2*", "3*"],
        ["H", "1", "H", "1"],
        ["2", "3", "4*", "5*"],
        ["6", "7", "6", "?*"],
    ]


def test_of_one_axis() -> None:
    lines = shown(list(RIGHT), Grid(axes=["N"], shape=[8]))
    assert lines[-1].split() == [*map(str, RIGHT), *map(str, RIGHT)]


def test_colour_is_only_where_there_is_one() -> None:
    assert not any("\x1b" in line for line in shown(list(RIGHT)))
    assert any("\x1b[34m" in line for line in shown(list(RIGHT), colour=True))
