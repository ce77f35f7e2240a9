"""Two children at once: whatever one could set and the other see is refused to both."""

import asyncio

from sandbox.jail.walls import Wall
from sandbox.spec import Call, Limits, RunResult, RunSpec
from tests.support.hostile import telling
from tests.support.hostile.arena import Arena, Startable

LIMITS = Limits(wall_s=3.0, cpu_s=3.0)
SHARED = "/python/bin/python3"
COMMON = """
import ctypes, errno, fcntl, os, platform, socket, struct, time
def report(name, action):
    try:
        action()
    except OSError as error:
        said = errno.errorcode.get(error.errno, str(error.errno))
    else:
        said = "done"
    print(f"attack: {name}: {said}", flush=True)
shared = os.open("SHARED", os.O_RDONLY)
def vsock():
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as one:
        one.bind((socket.VMADDR_CID_ANY, 4033))
def abstract():
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("\\0hostile-pair-50")
        time.sleep(0.2)
libc = ctypes.CDLL(None, use_errno=True)
WAIT, WAKE = 0, 1
FUTEX = {"x86_64": 202, "aarch64": 98}[platform.machine()]
# Not private, so that the kernel finds it by the file of the C library, which all children have.
word = ctypes.cast(libc.getpid, ctypes.c_void_p).value & ~3
def futex(operation):
    value = ctypes.c_uint32.from_address(word).value if operation == WAIT else 1
    patience = struct.pack("ll", 1, 400_000_000)
    done = libc.syscall(FUTEX, ctypes.c_void_p(word), operation, ctypes.c_uint32(value), patience, None, 0)
    if done < 0:
        raise OSError(ctypes.get_errno(), "futex")
    return done
record = struct.pack("hhqqi", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0)
"""
TRIES = (
    COMMON.replace("SHARED", SHARED)
    + """
report("flock", lambda: fcntl.flock(shared, fcntl.LOCK_EX | fcntl.LOCK_NB))
report("record", lambda: fcntl.fcntl(shared, fcntl.F_SETLK, record))
report("ofd", lambda: fcntl.fcntl(shared, 37, record))
report("lease", lambda: fcntl.fcntl(shared, 1024, fcntl.F_RDLCK))
report("notify", lambda: fcntl.fcntl(os.open("/python", os.O_RDONLY), 1026, 1))
report("abstract", abstract)
report("vsock", vsock)
report("futex", lambda: futex(WAKE))
report("load", lambda: os.getloadavg())
report("load_file", lambda: open("/proc/loadavg").close())
def attack(): return 1
"""
)
DENIED = dict.fromkeys(
    ("flock", "record", "ofd", "lease", "notify", "abstract", "vsock", "futex"), ("EPERM",)
)
LOAD = {"load": ("ENOENT", "None", "EPERM"), "load_file": ("ENOENT",)}
SENDER = (
    COMMON.replace("SHARED", SHARED)
    + """
fcntl.flock(shared, fcntl.LOCK_EX)
print("attack: sent: done", flush=True)
time.sleep(1.5)
def attack(): return 1
"""
)
RECEIVER = (
    COMMON.replace("SHARED", SHARED)
    + """
seen = "none"
end = time.monotonic() + 1.4
while time.monotonic() < end and seen == "none":
    try:
        fcntl.flock(shared, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.flock(shared, fcntl.LOCK_UN)
    except BlockingIOError:
        seen = "received"
    time.sleep(0.01)
print(f"attack: heard: {seen}", flush=True)
def attack(): return 1
"""
)


WAITER = (
    COMMON.replace("SHARED", SHARED)
    + """
report("woken", lambda: futex(WAIT))
def attack(): return 1
"""
)
WAKER = (
    COMMON.replace("SHARED", SHARED)
    + """
end = time.monotonic() + 1.2
while time.monotonic() < end and not (woke := futex(WAKE)):
    time.sleep(0.01)
print(f"attack: woke: {woke}", flush=True)
def attack(): return 1
"""
)


async def ran(runner: Startable, source: str) -> RunResult:
    return await runner.run(RunSpec(source.encode(), (Call("attack", ()),), LIMITS))


async def run(arena: Arena) -> None:
    for result in await asyncio.gather(*(ran(arena.runner, TRIES) for _ in range(2))):
        telling.check(telling.printed(result), {**DENIED, **LOAD})


async def control(arena: Arena) -> None:
    """Without seccomp a lock on a file of the image, or a futex in it, carries a bit from child to child."""
    async with arena.weakened({Wall.SECCOMP}, slots=2) as runner:
        sent, heard = await asyncio.gather(ran(runner, SENDER), ran(runner, RECEIVER))
    telling.check(telling.printed(sent), {"sent": ("done",)})
    telling.check(telling.printed(heard), {"heard": ("received",)})
    async with arena.weakened({Wall.SECCOMP}, slots=2) as runner:
        waited, woke = await asyncio.gather(ran(runner, WAITER), ran(runner, WAKER))
    telling.check(telling.printed(waited), {"woken": ("done",)})
    telling.check(telling.printed(woke), {"woke": ("1",)})
