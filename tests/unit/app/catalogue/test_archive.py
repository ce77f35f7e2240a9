"""Archives of packages: the same bytes for the same files, and back."""

from hypothesis import given
from hypothesis import strategies as st

from app.catalogue.archive import pack, unpack

NAMES = st.text("abc/_.0", min_size=1, max_size=12).filter(lambda name: not name.endswith("/"))


@given(st.dictionaries(NAMES, st.binary(max_size=200), max_size=5))
def test_what_goes_in_comes_out(files: dict[str, bytes]) -> None:
    assert unpack(pack(files)) == files


def test_order_does_not_matter() -> None:
    assert pack({"a": b"1", "b": b"2"}) == pack({"b": b"2", "a": b"1"})
