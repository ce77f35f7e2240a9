"""Fixtures that every part of the suite shares."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import doctor
from sandbox.errors import SandboxError
from sandbox.image import default_images_dir
from tests.support.apart import inside_coverage_percent
from tests.support.network import guarded
from tests.support.postgres import fresh_database, running_server


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the coverage of what runs inside the walls apart, after that of everything else."""
    if config.getoption("cov_source", default=None):
        terminalreporter.write_line(
            f"Counted apart: sandbox/child and sandbox/zygote run behind walls, where nothing can report "
            f"their lines; {inside_coverage_percent():.0f} % of them ran in the tests' own process."
        )


@pytest.fixture(autouse=True)
def _no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("network") is None:
        monkeypatch.setattr(socket.socket, "connect", guarded(socket.socket.connect))
        monkeypatch.setattr(socket.socket, "connect_ex", guarded(socket.socket.connect_ex))


@pytest.fixture(scope="session")
def images_dir() -> Path:
    """Where sandbox images are kept: the user's cache, so that one image serves many test runs.

    A host that cannot judge ends the session with the reason and the remedy, instead of failing everywhere.
    """
    folder = default_images_dir()
    try:
        doctor.require(asyncio.run(doctor.examine(folder)))
    except SandboxError as error:
        pytest.exit(str(error), returncode=1)
    return folder


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a PostgreSQL server, one for the whole session."""
    with running_server() as url:
        yield url


@pytest.fixture
def fresh_postgres_url(postgres_url: str) -> Iterator[str]:
    """The address of an empty database of its own, dropped after the test."""
    with fresh_database(postgres_url) as url:
        yield url
