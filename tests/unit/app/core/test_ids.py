"""Ids cannot be guessed, and malformed ones never reach a query."""

from hypothesis import given
from hypothesis import strategies as st

from app.core.ids import hash_token, is_slug, is_token, new_seed, new_submission_id


def test_ids_are_long_and_differ() -> None:
    ids = {new_submission_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(is_token(found) for found in ids)


def test_seeds_fit_into_a_signed_column() -> None:
    assert all(0 <= new_seed() < 2**63 for _ in range(1000))


@given(st.text())
def test_any_text_can_be_asked_about(text: str) -> None:
    assert is_token(text) in {True, False}
    assert is_slug(text) in {True, False}
    assert len(hash_token(text)) == 64


def test_what_a_slug_is() -> None:
    assert is_slug("split_heads")
    for wrong in ("", "Split", "_x", "a/b", "a\n", "é", "a" * 65, "../x", "a\x00"):
        assert not is_slug(wrong)
