"""What one user's child and this process held is in no fresh memory of another's child."""

import os
import secrets

from app.judge.report import Verdict
from sandbox.spec import Call, Returned
from tests.support.hostile.arena import Arena

SIZES = tuple(1 << power for power in range(5, 23))
SCRAPE = """
import numpy as np
def scrape(hidden):
    wanted = bytes(byte ^ 0x55 for byte in bytes.fromhex(hidden))
    for size in {sizes!r}:
        held = [np.empty(size, np.uint8) for _ in range(64 if size < 1 << 18 else 4)]
        if any(wanted in block.tobytes() for block in held):
            return "found"
    return "nothing"
def freed(hidden):
    # What it has freed itself it does find: the look works.
    wanted = bytes(byte ^ 0x55 for byte in bytes.fromhex(hidden))
    for size in {sizes!r}:
        held = [np.frombuffer(wanted * (size // len(wanted) + 1), np.uint8)[:size].copy() for _ in range(8)]
        del held
    return scrape(hidden)
"""
VICTIM = """
import numpy as np
secret = bytes.fromhex({hex!r})
held = [np.frombuffer(secret * (size // 16 + 1), np.uint8).copy() for size in {sizes!r}]
del held
def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError(secret)
    return x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""


def hidden(secret: bytes) -> str:
    """Write a secret so that looking for it does not put it into memory."""
    return bytes(byte ^ 0x55 for byte in secret).hex()


async def scraped(arena: Arena, function: str, secret: bytes) -> str:
    result = await arena.run(SCRAPE.format(sizes=SIZES).encode(), Call(function, (hidden(secret),)))
    (outcome,) = result.outcomes
    assert isinstance(outcome, Returned), result
    return str(outcome.value)


async def run(arena: Arena) -> None:
    secret = secrets.token_bytes(16)
    os.environ["HOSTILE_CANARY"] = secret.hex()
    try:
        victim = await arena.judged(VICTIM.format(hex=secret.hex(), sizes=SIZES).encode())
        assert victim.candidate.verdict is Verdict.ACCEPTED
        for _ in range(4):
            assert await scraped(arena, "scrape", secret) == "nothing"
            assert await scraped(arena, "scrape", secret.hex().encode()) == "nothing"
    finally:
        del os.environ["HOSTILE_CANARY"]


async def control(arena: Arena) -> None:
    assert await scraped(arena, "freed", secrets.token_bytes(16)) == "found"
