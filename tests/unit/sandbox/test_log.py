"""Output is cut at the marks, whatever the pieces it comes in, and kept within its budget."""

from hypothesis import given
from hypothesis import strategies as st

from sandbox.log import Log
from sandbox.marker import PREFIX, SIZE, call_of, marker
from sandbox.spec import Output

NONCE = 77


def cut(data: bytes, *, calls: int = 3, budget_bytes: int = 1000, piece: int = 10_000) -> list[Output]:
    log = Log(calls, NONCE, budget_bytes)
    for at in range(0, len(data), piece):
        log.feed(data[at : at + piece])
    load, rest = log.finish()
    return [load, *rest]


class TestMarks:
    def test_a_mark_is_read_back(self) -> None:
        mark = marker(NONCE, 5)
        assert len(mark) == SIZE
        assert call_of(mark, NONCE) == 5
        assert call_of(mark, NONCE + 1) is None

    @given(st.lists(st.binary(max_size=20), min_size=4, max_size=4), st.integers(1, 30))
    def test_cut_in_pieces_of_any_size(self, parts: list[bytes], piece: int) -> None:
        parts = [part.replace(b"\x00", b"") for part in parts]
        data = parts[0] + b"".join(marker(NONCE, n) + part for n, part in enumerate(parts[1:]))
        assert cut(data, piece=piece) == cut(data)
        assert [len(output.text) > 0 for output in cut(data)] == [len(part) > 0 for part in parts]

    def test_only_forward_marks_of_this_run_cut(self) -> None:
        data = marker(NONCE, 1) + b"a" + marker(NONCE, 0) + marker(NONCE + 1, 2) + marker(NONCE, 9) + b"b"
        outputs = cut(data)
        assert outputs[0].text == outputs[1].text == outputs[3].text == ""
        assert outputs[2].text.startswith("a\\x00")
        assert outputs[2].text.endswith("b")

    def test_a_mark_that_never_ends_is_text(self) -> None:
        assert cut(b"a" + PREFIX)[0].text == "a\\x00\ufffd\ufffdRSHF"


class TestBudget:
    def test_what_is_over_is_dropped_and_marked(self) -> None:
        outputs = cut(b"x" * 8 + marker(NONCE, 0) + b"y" * 8 + marker(NONCE, 2) + b"z", budget_bytes=10)
        assert outputs == [
            Output("x" * 8),
            Output("yy", truncated=True),
            Output(""),
            Output("", truncated=True),
        ]
