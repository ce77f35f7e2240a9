"""Output is cut at the marks, whatever the pieces it comes in, and kept within its budget."""

from hypothesis import given
from hypothesis import strategies as st

from sandbox.log import Log
from sandbox.marker import PREFIX, marker
from sandbox.spec import Output

NONCE = 77


def cut(data: bytes, *, calls: int = 3, budget_bytes: int = 1000, piece: int = 10_000) -> list[Output]:
    log = Log(calls, NONCE, budget_bytes)
    for at in range(0, len(data), piece):
        log.feed(data[at : at + piece])
    load, rest = log.finish()
    return [load, *rest]


class TestMarks:
    @given(st.lists(st.binary(max_size=20), min_size=4, max_size=4), st.integers(1, 30))
    def test_cut_in_pieces_of_any_size(self, parts: list[bytes], piece: int) -> None:
        parts = [part.replace(b"\x00", b"") for part in parts]
        data = parts[0] + b"".join(marker(NONCE, n) + part for n, part in enumerate(parts[1:]))
        assert cut(data, piece=piece) == cut(data)
        assert [len(output.text) > 0 for output in cut(data)] == [len(part) > 0 for part in parts]

    def test_only_the_next_mark_of_this_run_cuts(self) -> None:
        strange = marker(NONCE, 1) + marker(NONCE + 1, 0) + marker(NONCE, 9)
        outputs = cut(strange + marker(NONCE, 0) + b"a" + marker(NONCE, 0) + marker(NONCE, 1) + b"b")
        assert outputs[0].text.count("RSHF") == 3
        assert outputs[1].text.startswith("a\\x00")
        assert outputs[2].text == "b"
        assert outputs[3].text == ""

    def test_a_flood_of_beginnings_is_text(self) -> None:
        outputs = cut((PREFIX * 100) + marker(NONCE, 0) + b"x", budget_bytes=10_000)
        assert outputs[0].text.count("RSHF") == 100
        assert outputs[1].text == "x"

    def test_a_mark_that_never_ends_is_text(self) -> None:
        assert cut(b"a" + PREFIX)[0].text == "a\\x00\ufffd\ufffdRSHF"


class TestBudget:
    def test_what_is_over_is_dropped_and_marked(self) -> None:
        outputs = cut(b"x" * 8 + marker(NONCE, 0) + b"y" * 8 + marker(NONCE, 1) + b"z", budget_bytes=10)
        assert outputs == [
            Output("x" * 8),
            Output("yy", truncated=True),
            Output("", truncated=True),
            Output(""),
        ]
