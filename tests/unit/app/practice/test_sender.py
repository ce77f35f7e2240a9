import pytest
from fastapi import Request

from app.practice.sender import lane_of
from app.practice.visitor import Visitor

ANNA = Visitor("a" * 22, is_new=False)


def _from(host: str | None) -> Request:
    return Request({"type": "http", "headers": [], "client": None if host is None else (host, 1)})


def test_a_visitor_has_a_lane_of_their_own() -> None:
    anna, ben = (lane_of(_from("192.0.2.1"), visitor) for visitor in (ANNA, Visitor("b" * 22, is_new=False)))
    assert anna.address == ben.address
    assert anna.owner != ben.owner
    assert lane_of(_from("192.0.2.2"), ANNA).owner == anna.owner


def test_without_a_cookie_all_of_an_address_share_one() -> None:
    program, first_visit = lane_of(_from("192.0.2.1")), lane_of(_from("192.0.2.1"), Visitor("n", is_new=True))
    assert program == first_visit
    assert program.owner == program.address
    assert lane_of(_from("192.0.2.2")) != program


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        (None, "", True),
        ("a name", "another", False),
    ],
)
def test_an_address_is_what_one_household_has(one: str | None, other: str, same: bool) -> None:
    assert (lane_of(_from(one)) == lane_of(_from(other))) is same


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "\ud800", "x" * 5000])
def test_nobody_is_known_by_the_keys(host: str) -> None:
    lane = lane_of(_from(host), ANNA)
    for key in (lane.address, lane.owner):
        assert len(key) <= 64
        assert host not in key
        assert ANNA.token not in key
        assert ANNA.hash not in key
