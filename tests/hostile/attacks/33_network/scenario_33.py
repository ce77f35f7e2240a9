"""A listener of this host is out of reach, wall behind wall; without them all it hears the child."""

import socket
from collections.abc import Iterable

from sandbox.jail import landlock
from sandbox.jail.walls import Wall
from sandbox.spec import Call, RunSpec
from tests.support.hostile.arena import USUAL, Arena

SOURCE = b"""
import errno, socket
def said(action):
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))
    return "done"
def talk(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(5)
        connection.connect(address)
def attack(port, name):
    tcp = said(lambda: talk(socket.AF_INET, ("127.0.0.1", port)))
    return tcp + " " + said(lambda: talk(socket.AF_UNIX, "\\0" + name))
"""
NAME = "hostile-listener-33"


async def heard(arena: Arena, without: Iterable[Wall]) -> str:
    """Tell how connecting to a TCP port and to an abstract socket of this process goes."""
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind("\0" + NAME)
        abstract.listen()
        spec = RunSpec(SOURCE, (Call("attack", (tcp.getsockname()[1], NAME)),), USUAL)
        async with arena.weakened(without, slots=1) as runner:
            result = await runner.run(spec)
    return str(getattr(result.outcomes[0], "value", result))


async def run(arena: Arena) -> None:
    assert await heard(arena, ()) == "EPERM EPERM"


async def control(arena: Arena) -> None:
    has_landlock = landlock.abi() >= landlock.STRONG_ABI
    # Landlock, where it is, answers before the network of the namespace does.
    assert await heard(arena, {Wall.SECCOMP}) == (
        "EACCES ECONNREFUSED" if has_landlock else "ENETUNREACH ECONNREFUSED"
    )
    assert await heard(arena, {Wall.SECCOMP, Wall.LANDLOCK}) == "ENETUNREACH ECONNREFUSED"
    if has_landlock:
        assert await heard(arena, {Wall.SECCOMP, Wall.NET}) == "EACCES EPERM"
    assert await heard(arena, {Wall.SECCOMP, Wall.LANDLOCK, Wall.NET}) == "done done"
