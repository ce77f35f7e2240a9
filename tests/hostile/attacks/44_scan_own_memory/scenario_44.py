"""A secret of this process, planted before a zygote starts, is nowhere in a child's memory."""

import os
import secrets

from sandbox.spec import Call, Limits, Returned, RunSpec
from tests.support.hostile.arena import Arena

PATIENT = Limits(wall_s=20.0, cpu_s=20.0)
SOURCE = b"""
import ctypes
import numpy as np

PAGE = 4096
MOST_PAGES = 1 << 16
libc = ctypes.CDLL(None, use_errno=True)
libc.access.argtypes = [ctypes.c_void_p, ctypes.c_int]
libc.sbrk.restype = ctypes.c_void_p
EFAULT = 14

def is_mapped(address):
    # The kernel says EFAULT for a path that it cannot read, so that looking crashes nothing.
    return libc.access(address, 0) == 0 or ctypes.get_errno() != EFAULT

def region(address):
    first = last = address & ~(PAGE - 1)
    while is_mapped(first - PAGE) and (last - first) // PAGE < MOST_PAGES:
        first -= PAGE
    while is_mapped(last + PAGE) and (last - first) // PAGE < MOST_PAGES:
        last += PAGE
    return first, last + PAGE

def starts():
    yield id(object())
    yield id(is_mapped)
    yield libc.sbrk(0) - PAGE
    yield np.ones(1 << 16).ctypes.data
    yield np.ones(8).ctypes.data
    yield ctypes.addressof(ctypes.c_int())
    for name in ("printf", "environ", "Py_Main", "__libc_single_threaded"):
        try:
            yield ctypes.addressof(ctypes.c_char.in_dll(ctypes.CDLL(None), name))
        except ValueError:
            continue
    # The strings of argv and the environment lie on the stack.
    argv = ctypes.c_void_p.in_dll(libc, "environ").value
    if argv:
        yield argv

def attack(hidden):
    wanted = bytes(byte ^ 0x55 for byte in bytes.fromhex(hidden))
    seen, scanned = [], 0
    place = id(wanted) + bytes.__basicsize__ - 1
    found = False
    for start in starts():
        if any(first <= start < last for first, last in seen):
            continue
        first, last = region(start)
        seen.append((first, last))
        scanned += last - first
        for at in range(first, last, 1 << 20):
            block = ctypes.string_at(at, min((1 << 20) + 64, last - at))
            where = block.find(wanted)
            while where >= 0:
                if abs(at + where - place) > 64 and not is_own(at + where, wanted, block):
                    found = True
                where = block.find(wanted, where + 1)
            del block
    return ("found " if found else "nothing ") + str(scanned >> 20)

def is_own(address, wanted, block):
    # Not what this search itself has put there: its own copies lie in the blocks that it made.
    start = id(block)
    return start <= address < start + len(block) + 64

planted = []

def plant_and_attack(hidden):
    planted.append(bytes(byte ^ 0x55 for byte in bytes.fromhex(hidden)) * 2)
    return attack(hidden)
"""


def hidden(secret: bytes) -> str:
    return bytes(byte ^ 0x55 for byte in secret).hex()


async def scanned(arena: Arena, function: str, secret: bytes) -> str:
    async with arena.weakened((), slots=1) as runner:
        result = await runner.run(RunSpec(SOURCE, (Call(function, (hidden(secret),)),), PATIENT))
    (outcome,) = result.outcomes
    assert isinstance(outcome, Returned), result
    return str(outcome.value)


async def run(arena: Arena) -> None:
    secret = secrets.token_hex(16).encode()
    os.environ["HOSTILE_CANARY"] = secret.decode()
    try:
        word, mebibytes = (await scanned(arena, "attack", secret)).split()
    finally:
        del os.environ["HOSTILE_CANARY"]
    assert word == "nothing"
    assert int(mebibytes) > 0


async def control(arena: Arena) -> None:
    word, _ = (await scanned(arena, "plant_and_attack", secrets.token_hex(16).encode())).split()
    assert word == "found"
