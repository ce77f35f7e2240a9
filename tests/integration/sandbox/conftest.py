"""Real children on both paths: the tests of a module that asks for them share one runner and its loop."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support.children import PATHS, Children


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=list(PATHS))
async def children(images_dir: Path, request: pytest.FixtureRequest) -> AsyncIterator[Children]:
    children = Children(images_dir, request.param)
    yield children
    await children.runner.aclose()
