"""The control of `submission_things.py`: without the walls things do stay on the host; they are cleared."""

import ctypes
from pathlib import Path
from typing import Final

from sandbox.jail.walls import Wall
from sandbox.spec import RunSpec, RunStatus
from tests.support.hostile import inventory, telling
from tests.support.hostile.arena import PAIR, Arena
from tests.support.hostile.attacks import load

OPEN: Final = frozenset({Wall.SECCOMP, Wall.LANDLOCK, Wall.ROOT, Wall.IPC})
LEFT: Final = ("/tmp/hostile-85", "/dev/shm/hostile-85")
REMOVE: Final = 0
CLEARED_BY: Final = {"shm": "shmctl", "sem": "semctl", "msg": "msgctl"}


async def run(arena: Arena) -> None:
    """Judge another user between two attempts to leave things: nothing is there to be found."""
    for _ in range(2):
        await arena.judged(things())
        await arena.honest()


async def control(arena: Arena) -> None:
    before = inventory.take()
    try:
        async with arena.weakened(OPEN, slots=1) as runner:
            result = await runner.run(RunSpec(things(), PAIR))
        told = telling.told(telling.printed(result))
        assert result.status is RunStatus.COMPLETED
        for name in ("file in tmp", "file in shm", "shared memory", "semaphores", "message queue"):
            assert told[name] == {"done"}, (name, told)
        left = before.differences(inventory.take())
        assert {"left_files", "ipc"} <= left.keys()
    finally:
        clear_away(inventory.take(), before)
    assert inventory.take().ipc == before.ipc
    assert inventory.take().left_files == before.left_files


def things() -> bytes:
    attacks, _ = load(Path(__file__).parent)
    return next(attack.source for attack in attacks if attack.form.file == "submission_things.py")


def clear_away(after: inventory.Inventory, before: inventory.Inventory) -> None:
    for path in (*LEFT, "/tmp/hostile-85-link"):
        Path(path).unlink(missing_ok=True)
    folder = Path("/tmp/hostile-85-folder")
    if folder.is_dir():
        folder.rmdir()
    libc = ctypes.CDLL(None)
    for name, _ in set(after.ipc) - set(before.ipc):
        kind, _, identity = name.split()
        if kind == "sem":
            libc.semctl(int(identity), 0, REMOVE)
        else:
            getattr(libc, CLEARED_BY[kind])(int(identity), REMOVE, None)
