"""A picture in the terminal: expected and actual side by side, wrong cells marked by sign and colour."""

from collections.abc import Iterator, Sequence
from itertools import product

from rich.table import Table
from rich.text import Text

from app.judge.report import Picture

_TONES = ("blue", "yellow", "green", "magenta", "cyan", "white")
_WRONG = "*"


def picture_table(picture: Picture) -> Table:
    """Lay both outputs out, each element as the position in the input that it comes from."""
    table = Table(box=None, pad_edge=False)
    for title in ("should be", f"yours ({_WRONG} wrong)"):
        table.add_column(title, header_style="dim", no_wrap=True)
    right = _lines(picture, picture.expected)
    yours = _lines(picture, picture.actual)
    for left, other in zip(right, yours, strict=True):
        table.add_row(left, other)
    return table


def _lines(picture: Picture, places: Sequence[int | None]) -> Iterator[Text]:
    """Write an output: its last axis from left to right, the one before downwards, the others in blocks."""
    shape = picture.output.shape if len(picture.output.shape) > 1 else [1, *picture.output.shape]
    *blocks, rows, columns = shape
    width = len(str(max(picture.expected))) + 1
    which = iter(range(len(places)))
    for block in product(*map(range, blocks)):
        named = zip(picture.output.axes, block, blocks, strict=False)
        if words := ", ".join(f"{axis} {index}" for axis, index, size in named if size > 1):
            yield Text(words, "dim")
        for _ in range(rows):
            line = Text()
            for _ in range(columns):
                line.append_text(_element(picture, places, next(which), width))
            yield line


def _element(picture: Picture, places: Sequence[int | None], which: int, width: int) -> Text:
    place = places[which]
    is_wrong = place != picture.expected[which]
    text = ("?" if place is None else str(place)) + (_WRONG if is_wrong else " ")
    style = _tone(place, picture.source.shape)
    return Text(text.rjust(width + 1), f"bold {style}" if is_wrong else style)


def _tone(place: int | None, shape: Sequence[int]) -> str:
    """Colour by the part of the input: its last axis but one, such as the token of (B, T, D)."""
    if place is None:
        return "red"
    columns, rows = shape[-1], shape[-2] if len(shape) > 1 else 1
    return _TONES[place // columns % rows % len(_TONES)]
