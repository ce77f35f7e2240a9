"""Every forbidden call kills the child that makes it; without the filter the kernel answers it."""

from sandbox.jail.walls import Wall
from sandbox.spec import Call, RunSpec, RunStatus
from tests.support.hostile.arena import USUAL, Arena

CALLS = {
    "ptrace": 101, "init_module": 175, "delete_module": 176, "reboot": 169, "swapon": 167, "acct": 163,
    "kexec_load": 246, "chroot": 161, "mount": 165, "umount2": 166, "pivot_root": 155, "unshare": 272,
    "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "finit_module": 313,
    "bpf": 321, "userfaultfd": 323, "perf_event_open": 298, "open_by_handle_at": 304,
    "name_to_handle_at": 303,
    "keyctl": 250, "add_key": 248, "request_key": 249, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsmount": 432,
    "mount_setattr": 442, "pidfd_getfd": 438, "modify_ldt": 154, "iopl": 172, "ioperm": 173, "quotactl": 179,
}  # fmt: skip
FEW = ("unshare", "mount", "ptrace", "keyctl", "io_uring_setup")
"""Enough for the slow path, where a child is dear: the filter is the same bytes on both."""
HARMLESS = {"reboot": 1}
"""Calls whose numbers need an argument that keeps them from doing anything, walls or not."""
SOURCE = b"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def attack(number, argument):
    # Impossible arguments: what is asked is whether the kernel answers at all.
    libc.syscall(number, ctypes.c_long(argument), ctypes.c_long(-1), ctypes.c_long(-1), ctypes.c_long(-1),
                 ctypes.c_long(-1), ctypes.c_long(-1))
    return ctypes.get_errno()
"""


def calls() -> list[Call]:
    return [Call("attack", (number, HARMLESS.get(name, -1))) for name, number in CALLS.items()]


async def run(arena: Arena) -> None:
    names = CALLS if arena.path == "warm" else FEW
    for name in names:
        call = Call("attack", (CALLS[name], HARMLESS.get(name, -1)))
        result = await arena.run(SOURCE, call)
        assert result.status is RunStatus.EXITED, name
        assert result.detail == "killed for a forbidden system call", name


async def control(arena: Arena) -> None:
    async with arena.weakened({Wall.SECCOMP}, slots=1) as runner:
        result = await runner.run(RunSpec(SOURCE, tuple(calls()), USUAL))
    assert result.status is RunStatus.COMPLETED, result
