"""The second submission of one runner finds an interpreter that the first has never seen."""

from typing import Final

from app.judge.report import Scope, Verdict
from sandbox.spec import Call, Returned, RunSpec
from tests.support.hostile import naive_checker
from tests.support.hostile.arena import KATA, PAIR, Arena

POISON: Final = b"""
import builtins, gc, ctypes, sys, threading, atexit
import numpy as np

np.array_equal = np.allclose = lambda *a, **k: True
np.reshape = np.transpose = lambda *a, **k: None
builtins.sorted = lambda *a, **k: [7]
builtins.ValueError = KeyError
sys.modules["math"] = sys.modules["json"] = None
sys.meta_path.insert(0, type("F", (), {"find_spec": staticmethod(lambda *a: None)})())
sys.setprofile(lambda *a: None)
sys.settrace(lambda *a: None)
sys.addaudithook(lambda *a: None)
threading.excepthook = sys.excepthook = sys.unraisablehook = sys.displayhook = None
atexit.register(print, "late")
methods = gc.get_referents(np.ndarray.__dict__)[0]
methods["transpose"] = methods["copy"] = lambda self, *a: 1 / 0
ctypes.pythonapi.PyType_Modified(ctypes.py_object(np.ndarray))
"""
LOOK: Final = b"""
import builtins, sys
import numpy as np

def look():
    return (
        np.array_equal([1], [2]), sorted([3, 2])[0], ValueError.__name__, sys.modules.get("math", 1) is None,
        len(sys.meta_path), sys.getprofile() is None, sys.gettrace() is None,
        sys.excepthook is sys.__excepthook__, np.arange(6).reshape(2, 3).transpose().shape == (3, 2),
        "submission" in builtins.__dict__,
    )
"""
HONEST: Final = KATA.files["reference.py"]


async def run(arena: Arena) -> None:
    async with arena.weakened((), slots=1) as runner:
        before = (await runner.run(RunSpec(LOOK, (Call("look", ()),)))).outcomes
        assert isinstance(before[0], Returned)
        await runner.run(RunSpec(POISON + HONEST, PAIR))
        assert (await runner.run(RunSpec(LOOK, (Call("look", ()),)))).outcomes == before
    await arena.judged(POISON + HONEST, scope=Scope.PUBLIC)
    judgement = await arena.judged(HONEST, scope=Scope.ALL)
    assert judgement.candidate.verdict is Verdict.ACCEPTED


async def control(arena: Arena) -> None:
    """In one process for both, the second is judged wrong though it is right."""
    assert await naive_checker.passes(arena.runner, POISON, "spoils_the_next", HONEST)
    assert not await naive_checker.passes(arena.runner, b"x = 1\n", "spoils_the_next", HONEST)
