"""Lay a picture out: cells and labels with their places, ready for the template to write as SVG.

Colour tells which part of the input an element comes from, text its position, a notch that it is wrong; so
nothing hangs on colour.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from app.judge.report import Grid, Picture

TONES: Final = 6
_CELL: Final = 30
_STEP: Final = 33
_ROW: Final = 27
_MARGIN: Final = 44
_HEAD: Final = 22
_STRIP: Final = 12
"""Cells in a line of the strip."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One element: where it is drawn, what it says, and what a pointer or a screen reader is told.

    `place` is the position in the input that it comes from, `due` the one that it should come from.
    """

    x: int
    y: int
    text: str
    title: str
    tone: int | None
    place: int | None
    due: int | None

    @property
    def is_wrong(self) -> bool:
        """Tell whether it is not where it should be."""
        return self.place != self.due


@dataclass(frozen=True, slots=True)
class Label:
    """Text beside or above cells."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing."""

    title: str
    width: int
    height: int
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    columns: int


@dataclass(frozen=True, slots=True)
class Row:
    """One element as a row of the table that tells the same."""

    index: str
    should_come_from: str
    comes_from: str
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """Input and both outputs, the input's reading order with who takes what, and all of it as rows."""

    case: str
    source: Panel
    panels: tuple[Panel, ...]
    strips: tuple[Panel, ...]
    legend: tuple[tuple[int, str], ...]
    rows: tuple[Row, ...]


def draw(picture: Picture, words: Mapping[str, str]) -> Drawing:
    """Lay out `picture`; `words` name one step along each axis."""
    artist = _Artist(picture, words)
    return Drawing(
        case=picture.case,
        source=artist.source(),
        panels=(
            artist.panel("should be", list(picture.expected)),
            artist.panel("yours, wrong cells notched", picture.actual),
        ),
        strips=(
            artist.strip("should be", list(picture.expected)),
            artist.strip("yours", picture.actual),
        ),
        legend=tuple(artist.legend()),
        rows=tuple(artist.rows()),
    )


class _Artist:
    def __init__(self, picture: Picture, words: Mapping[str, str]) -> None:
        self._picture = picture
        self._words = words
        self._digits = picture.source_digits or picture.source
        self._coloured = _astray_axis(picture, self._digits)
        self._owner = _telling_axis(picture.output)

    def source(self) -> Panel:
        """Draw the input, each element in its place."""

        def cell(which: int, x: int, y: int) -> Cell:
            return Cell(x, y, str(which), self._origin(which), self._tone(which), which, which)

        return self._grid("the input x", self._picture.source, cell)

    def panel(self, title: str, places: list[int | None]) -> Panel:
        """Draw an output."""
        return self._grid(title, self._picture.output, lambda which, x, y: self._cell(which, places, x, y))

    def _grid(self, title: str, grid: Grid, cell: Callable[[int, int, int], Cell]) -> Panel:
        """Draw an array: rows and columns are its last two axes, blocks the others."""
        *blocks, rows, columns = grid.shape if len(grid.shape) > 1 else [1, *grid.shape]
        cells: list[Cell] = []
        labels: list[Label] = []
        y = 0
        for block in product(*map(range, blocks)):
            if words := self._block_words(grid, block):
                labels.append(Label(0, y + 14, words))
                y += _HEAD
            for row in range(rows):
                labels.append(Label(0, y + 17, f"{grid.axes[-2:][0]} {row}"))
                for column in range(columns):
                    cells.append(cell(len(cells), _MARGIN + column * _STEP, y))
                y += _ROW
            y += 6
        return Panel(title, _MARGIN + columns * _STEP, y, tuple(cells), tuple(labels), columns)

    def _block_words(self, grid: Grid, block: tuple[int, ...]) -> str:
        named = zip(grid.axes, block, grid.shape, strict=False)
        return ", ".join(f"{self._word(axis)} {index}" for axis, index, size in named if size > 1)

    def _cell(self, which: int, places: list[int | None], x: int, y: int) -> Cell:
        place, right = places[which], self._picture.expected[which]
        title = f"{self._element(which)} comes from {self._origin(place)}"
        if place != right:
            title += f"; it should come from {self._origin(right)}"
        text = "?" if place is None else str(place)
        return Cell(x, y, text, title, self._tone(place), place, right)

    def _element(self, which: int) -> str:
        return f"{self._picture.output_name}[{_index(which, self._picture.output)}]"

    def _origin(self, place: int | None) -> str:
        return "nowhere in x" if place is None else f"x[{_index(place, self._picture.source)}]"

    def _tone(self, place: int | None) -> int | None:
        if place is None:
            return None
        return _coordinates(place, self._digits.shape)[self._coloured] % TONES

    def strip(self, title: str, places: list[int | None]) -> Panel:
        """Draw the input in reading order; below each element stands which part of the output takes it."""
        axis = self._word(self._picture.output.axes[self._owner])
        owners = self._owners(places)
        total = math.prod(self._picture.source.shape)
        cells: list[Cell] = []
        labels: list[Label] = []
        for place in range(total):
            line, column = divmod(place, _STRIP)
            x, y = column * _STEP, line * 2 * _ROW
            taken = sorted(owners.get(place, ()))
            words = " and ".join(f"{axis} {owner}" for owner in taken) or "nobody"
            told = f"{self._origin(place)} goes to {words}"
            cells.append(Cell(x, y, str(place), told, self._tone(place), place, place))
            labels.append(Label(x, y + _ROW + 12, ",".join(map(str, taken)) or "–"))
        width, height = min(total, _STRIP) * _STEP, -(-total // _STRIP) * 2 * _ROW
        title = f"{title}: the {axis} that takes each"
        return Panel(title, width, height, tuple(cells), tuple(labels), _STRIP)

    def _owners(self, places: list[int | None]) -> Mapping[int, set[int]]:
        owners: dict[int, set[int]] = {}
        for which, place in enumerate(places):
            if place is not None:
                owner = _coordinates(which, self._picture.output.shape)[self._owner]
                owners.setdefault(place, set()).add(owner)
        return owners

    def legend(self) -> Iterator[tuple[int, str]]:
        """Name the colours."""
        axis = self._word(self._digits.axes[self._coloured])
        for index in range(self._digits.shape[self._coloured]):
            yield index % TONES, f"{axis} {index}"

    def rows(self) -> Iterator[Row]:
        """Tell every element in words."""
        for which, (right, place) in enumerate(
            zip(self._picture.expected, self._picture.actual, strict=True)
        ):
            yield Row(
                f"{self._picture.output_name}[{_index(which, self._picture.output)}]",
                self._origin(right),
                self._origin(place),
                place != right,
            )

    def _word(self, axis: str) -> str:
        return self._words.get(axis, axis)


def _astray_axis(picture: Picture, digits: Grid) -> int:
    """Choose the axis of the input along which most elements went astray; of several, the first."""
    astray = [0] * len(digits.axes)
    for right, place in zip(picture.expected, picture.actual, strict=True):
        if place is not None:
            pairs = zip(_coordinates(right, digits.shape), _coordinates(place, digits.shape), strict=True)
            for axis, (should, does) in enumerate(pairs):
                # The innermost axis tells little by colour: it counts where nothing else is wrong.
                astray[axis] += (should != does) * (1 if axis == len(astray) - 1 else len(picture.expected))
    return astray.index(max(astray)) if any(astray) else _telling_axis(digits)


def _telling_axis(grid: Grid) -> int:
    """Choose the axis that parts an array best: the first after the batch that is wider than 1."""
    return next((axis for axis, size in enumerate(grid.shape) if axis and size > 1), 0)


def _coordinates(place: int, shape: list[int]) -> tuple[int, ...]:
    index = []
    for size in reversed(shape):
        place, at = divmod(place, size)
        index.append(at)
    return tuple(reversed(index))


def _index(place: int, grid: Grid) -> str:
    return ", ".join(map(str, _coordinates(place, grid.shape)))
