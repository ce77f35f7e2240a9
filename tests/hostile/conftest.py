"""One arena a path for all attacks of the session, in one event loop."""

import ctypes
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.hostile.arena import PATHS, Arena

PR_SET_CHILD_SUBREAPER = 36


@pytest.fixture(scope="session")
def _orphans_stay_visible() -> None:
    """Become the parent of every process that an attack might detach, so that the inventory finds it."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def arenas(images_dir: Path, _orphans_stay_visible: None) -> AsyncIterator[dict[str, Arena]]:
    arenas = {path: Arena(path, images_dir) for path in PATHS}
    for arena in arenas.values():
        await arena.start()
    yield arenas
    for arena in arenas.values():
        await arena.aclose()


@pytest.fixture(params=sorted(PATHS))
def arena(request: pytest.FixtureRequest, arenas: dict[str, Arena]) -> Arena:
    return arenas[request.param]
