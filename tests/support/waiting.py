"""Waiting for what others do, with an end to it."""

import asyncio
from collections.abc import Callable

import pytest


async def until(holds: Callable[[], bool]) -> None:
    """Let others work until something holds; fail where it never does."""
    for _ in range(3000):
        if holds():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never came to that")
