"""A picture is laid out so that text, shape and colour each tell where an element comes from."""

import numpy as np
import pytest

from app.judge.report import Grid, Picture
from app.practice.drawing import TONES, Drawing, draw

WORDS = {"B": "batch", "T": "token", "D": "feature", "H": "head", "d": "place"}
PLACES = np.arange(24).reshape(1, 3, 2, 4)
RIGHT = PLACES.transpose(0, 2, 1, 3).reshape(-1).tolist()
X = Grid(axes=["B", "T", "D"], shape=[1, 3, 8])
SPLIT = Grid(axes=["B", "H", "T", "d"], shape=[1, 2, 3, 4])


def drawn(actual: list[int | None]) -> Drawing:
    return draw(
        Picture(case="small", output_name="split", source=X, output=SPLIT, expected=RIGHT, actual=actual),
        WORDS,
    )


PLAIN = drawn(list(range(24)))


class TestPanels:
    def test_every_element_has_a_cell_with_its_position(self) -> None:
        right, yours = PLAIN.panels
        assert [cell.text for cell in right.cells] == [str(place) for place in RIGHT]
        assert [cell.text for cell in yours.cells] == [str(place) for place in range(24)]

    def test_wrong_cells_are_marked_and_say_what_is_right(self) -> None:
        right, yours = PLAIN.panels
        assert not any(cell.is_wrong for cell in right.cells)
        assert [cell.is_wrong for cell in yours.cells] == [
            place != should for place, should in zip(range(24), RIGHT, strict=True)
        ]
        assert yours.cells[0].title == "split[0, 0, 0, 0] comes from x[0, 0, 0]"
        assert yours.cells[4].title == (
            "split[0, 0, 1, 0] comes from x[0, 0, 4]; it should come from x[0, 1, 0]"
        )

    def test_cells_name_their_places_in_the_drawn_input(self) -> None:
        assert [cell.place for cell in PLAIN.source.cells] == list(range(24))
        assert [cell.title for cell in PLAIN.source.cells][9] == "x[0, 1, 1]"
        assert PLAIN.source.columns == 8
        yours = PLAIN.panels[1]
        assert [cell.place for cell in yours.cells] == list(range(24))
        assert [cell.due for cell in yours.cells] == RIGHT
        assert yours.columns == 4

    def test_cells_lie_apart_and_within(self) -> None:
        for panel in (PLAIN.source, *PLAIN.panels, *PLAIN.strips):
            corners = {(cell.x, cell.y) for cell in panel.cells}
            assert len(corners) == len(panel.cells)
            assert all(0 <= x <= panel.width - 30 and 0 <= y <= panel.height - 24 for x, y in corners)

    def test_blocks_and_rows_are_named(self) -> None:
        texts = [label.text for label in PLAIN.panels[0].labels]
        assert texts == ["head 0", "T 0", "T 1", "T 2", "head 1", "T 0", "T 1", "T 2"]

    def test_colours_are_those_of_the_tokens(self) -> None:
        assert [cell.tone for cell in PLAIN.panels[1].cells] == [place // 8 for place in range(24)]
        assert PLAIN.legend == ((0, "token 0"), (1, "token 1"), (2, "token 2"))

    def test_colours_are_of_the_axis_along_which_elements_went_astray(self) -> None:
        digits = Grid(axes=["B", "T", "H", "d"], shape=[1, 3, 2, 4])
        reversed_heads = PLACES[:, :, ::-1].transpose(0, 2, 1, 3).reshape(-1).tolist()
        inside = PLACES[:, :, :, ::-1].transpose(0, 2, 1, 3).reshape(-1).tolist()
        for actual, legend in (
            (reversed_heads, ["head 0", "head 1"]),
            (inside, ["place 0", "place 1", "place 2", "place 3"]),
            (list(range(24)), ["token 0", "token 1", "token 2"]),
        ):
            picture = Picture(
                case="small",
                output_name="split",
                source=X,
                source_digits=digits,
                output=SPLIT,
                expected=RIGHT,
                actual=[*actual],
            )
            assert [words for _, words in draw(picture, WORDS).legend] == legend

    def test_what_is_nowhere_has_no_colour(self) -> None:
        cell = drawn([None, *RIGHT[1:]]).panels[1].cells[0]
        assert (cell.text, cell.tone, cell.is_wrong) == ("?", None, True)
        assert cell.title == "split[0, 0, 0, 0] comes from nowhere in x; it should come from x[0, 0, 0]"


class TestStrip:
    def test_tells_which_head_takes_each_element(self) -> None:
        right, yours = PLAIN.strips
        assert [label.text for label in right.labels] == [*"00001111" * 3]
        assert [label.text for label in yours.labels] == [*"0" * 12, *"1" * 12]
        assert right.title == "should be: the head that takes each"

    def test_tells_of_elements_that_are_taken_twice_or_not_at_all(self) -> None:
        doubled = drawn([0, *RIGHT[1:-1], 0]).strips[1]
        assert doubled.labels[0].text == "0,1"
        assert doubled.labels[RIGHT[-1]].text == "–"
        assert doubled.cells[RIGHT[-1]].title == "x[0, 2, 7] goes to nobody"


def test_the_table_tells_the_same() -> None:
    assert len(PLAIN.rows) == 24
    row = PLAIN.rows[4]
    assert (row.index, row.comes_from, row.should_come_from, row.is_wrong) == (
        "split[0, 0, 1, 0]",
        "x[0, 0, 4]",
        "x[0, 1, 0]",
        True,
    )


@pytest.mark.parametrize("shape", [[5], [2, 3], [1, 1, 1], [2, 2, 2, 2, 2]])
def test_any_number_of_axes_can_be_drawn(shape: list[int]) -> None:
    grid = Grid(axes=[*"ABCDE"][: len(shape)], shape=shape)
    places = list(range(int(np.prod(shape))))
    drawing = draw(
        Picture(case="c", output_name="y", source=grid, output=grid, expected=places, actual=[*places]), {}
    )
    assert [cell.text for cell in drawing.panels[1].cells] == [str(place) for place in places]
    assert all(cell.tone is not None and 0 <= cell.tone < TONES for cell in drawing.panels[1].cells)
