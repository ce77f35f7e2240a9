"""Real children: each test gets a runner of its own loop and leaves nothing behind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.support.children import Children


@pytest_asyncio.fixture
async def children(images_dir: Path) -> AsyncIterator[Children]:
    children = Children(images_dir)
    yield children
    await children.runner.aclose()
