"""The suite's own helpers do what they promise."""

import socket

import psycopg
import pytest

from tests.support.network import NetworkRefusedError, stays_here


@pytest.mark.parametrize(
    "address", ["/tmp/x.sock", ("127.0.0.1", 1), ("::1", 1, 0, 0), ("localhost", 1), ("", 1)]
)
def test_addresses_of_this_machine_are_told(address: object) -> None:
    assert stays_here(address)


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("2001:db8::1", 80, 0, 0), ("example.org", 80)])
def test_addresses_of_other_machines_are_told(address: object) -> None:
    assert not stays_here(address)


def test_a_test_cannot_reach_another_machine() -> None:
    with socket.socket() as tried, pytest.raises(NetworkRefusedError, match=r"192\.0\.2\.1"):
        tried.connect(("192.0.2.1", 80))


@pytest.mark.postgres
def test_each_fresh_database_is_empty(fresh_postgres_url: str) -> None:
    with psycopg.connect(fresh_postgres_url) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert tables == (0,)
