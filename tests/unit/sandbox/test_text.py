"""Hostile text is shown, never obeyed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.text import shown, shown_name


class TestShown:
    @pytest.mark.parametrize(
        ("data", "text"),
        [
            (b"plain\n\tgr\xc3\xbcn", "plain\n\tgrün"),
            (b"\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
            (b"a\r\n\x00\x7f", "a\\x0d\n\\x00\\x7f"),
            ("\u202eevil\u2066\u200b".encode(), "\\u202eevil\\u2066\\u200b"),
            (b"\xff\xfe", "\ufffd\ufffd"),
            ("\u009b31m".encode(), "\\x9b31m"),
        ],
    )
    def test_controls_are_visible(self, data: bytes, text: str) -> None:
        assert shown(data) == text

    @given(st.binary(max_size=200))
    def test_no_control_survives(self, data: bytes) -> None:
        assert all(unicodedata.category(char) != "Cc" for char in shown(data) if char not in "\n\t")

    @given(st.binary(max_size=200))
    def test_a_name_is_one_line(self, data: bytes) -> None:
        assert len(shown_name(data).splitlines()) <= 1
