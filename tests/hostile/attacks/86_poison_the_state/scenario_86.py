"""State that lives outside of modules: each child starts from the defaults, and from its own random state."""

from typing import Final

from sandbox.spec import Call, Returned, RunResult, RunSpec
from tests.support.hostile.arena import Arena

POISON: Final = b"""
import ctypes, decimal, gc, locale, os, random, resource, signal, sys, warnings
import numpy as np

CANARY = 0x5EC2E7C0DE5EC2E7

def attempt(action):
    try:
        action()
    except Exception:
        pass

libc = ctypes.CDLL(None)
libm = ctypes.CDLL("libm.so.6")
for action in (
    lambda: random.seed(1),
    lambda: np.random.seed(1),
    lambda: np.seterr(all="raise"),
    lambda: np.set_printoptions(precision=1, threshold=3),
    lambda: locale.setlocale(locale.LC_ALL, "C"),
    lambda: libm.fesetround(0x800),
    lambda: signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)),
    lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    lambda: os.umask(0),
    lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4)),
    lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
    lambda: os.chdir("/packages"),
    lambda: os.environ.update(LANG="tr_TR", PYTHONHASHSEED="1"),
    lambda: libc.setenv(b"MALLOC_PERTURB_", b"85", 1),
    lambda: libc.mallopt(-6, 85),
    lambda: sys.setrecursionlimit(50),
    lambda: sys.setswitchinterval(100),
    lambda: gc.disable(),
    lambda: decimal.getcontext().__setattr__("prec", 2),
    lambda: warnings.simplefilter("error"),
    lambda: sys.set_int_max_str_digits(640),
):
    attempt(action)
kept = [np.full(size, CANARY, np.uint64) for size in range(1, 4096, 7)]
kept.clear()
"""
STATE: Final = b"""
import ctypes, decimal, gc, locale, os, random, resource, signal, sys, warnings
import numpy as np

CANARY = 0x5EC2E7C0DE5EC2E7

def state():
    libm = ctypes.CDLL("libm.so.6")
    return (
        str(np.geterr()), str(np.get_printoptions()), str(locale.setlocale(locale.LC_ALL)),
        libm.fegetround(), str(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
        str(signal.getsignal(signal.SIGTERM)),
        str([resource.getrlimit(kind) for kind in range(16) if kind not in (0, 9)]),
        os.getcwd() + str(sorted(os.environ)) + str(os.getenv("MALLOC_PERTURB_")),
        str((sys.getrecursionlimit(), sys.getswitchinterval(), gc.isenabled())),
        str((decimal.getcontext().prec, len(warnings.filters), sys.get_int_max_str_digits())),
    )

def found():
    return any((np.empty(size, np.uint64) == CANARY).any() for size in range(1, 4096))

def drawn():
    return random.random(), float(np.random.random()), float(np.random.default_rng().random())
"""
CALLS: Final = (Call("state", ()), Call("found", ()), Call("drawn", ()))


def values(result: RunResult) -> list[object]:
    assert all(isinstance(outcome, Returned) for outcome in result.outcomes), result
    return [outcome.value for outcome in result.outcomes if isinstance(outcome, Returned)]


async def run(arena: Arena) -> None:
    async with arena.weakened((), slots=1) as runner:
        state, found, drawn = values(await runner.run(RunSpec(STATE, CALLS)))
        assert found is False
        for _ in range(2):
            await runner.run(RunSpec(POISON + b"def f(): pass\n", (Call("f", ()),)))
            later = values(await runner.run(RunSpec(STATE, CALLS)))
            assert later[:2] == [state, False]
            assert isinstance(drawn, tuple)
            assert isinstance(later[2], tuple)
            assert not set(drawn) & set(later[2])
            drawn = later[2]


async def control(arena: Arena) -> None:
    """In one process for both, the second finds another state, and numbers of the first in fresh memory."""
    together = POISON + STATE
    state, found, drawn = values(await arena.run(together, *CALLS))
    alone, _, _ = values(await arena.run(STATE, *CALLS))
    assert state != alone
    assert found is True
    again = values(await arena.run(together, *CALLS))[2]
    assert isinstance(drawn, tuple)
    assert isinstance(again, tuple)
    assert drawn[:2] == again[:2]
