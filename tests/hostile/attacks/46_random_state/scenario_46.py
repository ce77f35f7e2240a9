"""No two children draw the same numbers, and inputs come from outside anyway."""

import subprocess
import sys

from app.judge.plan import draw_plan
from app.judge.report import Scope
from app.judge.submission import Submission
from sandbox.spec import Call, Returned
from tests.support.hostile.arena import KATA, Arena

CHILDREN = 5
DRAW = """
import random, uuid
import numpy as np
def draw():
    drawn = [random.random(), np.random.random(), np.random.default_rng().random(), random.Random().random()]
    drawn += [np.random.get_state()[1][0], uuid.uuid4().int, random.SystemRandom().random()]
    return " ".join(map(str, drawn))
"""
TWINS = (
    DRAW
    + """
import os, sys
np.random.random()  # its state is made on first use
for _ in range(2):
    pid = os.fork()
    if pid == 0:
        print(draw(), flush=True)
        os._exit(0)
    os.waitpid(pid, 0)
"""
)


async def run(arena: Arena) -> None:
    drawn = []
    for _ in range(CHILDREN):
        (outcome,) = (await arena.run(DRAW.encode(), Call("draw", ()))).outcomes
        assert isinstance(outcome, Returned)
        drawn.append(str(outcome.value).split())
    for kind in zip(*drawn, strict=True):
        assert len(set(kind)) == CHILDREN, kind
    hidden = [_hidden_inputs(seed) for seed in (1, 2)]
    assert hidden[0] != hidden[1]


def _hidden_inputs(seed: int) -> list[bytes]:
    plan = draw_plan(KATA, Submission(b"", seed, Scope.ALL))
    return [call.array.tobytes() for call in plan.forward if not call.case.public]


async def control(arena: Arena) -> None:
    """Children that are merely forked draw the same numbers from NumPy's shared state."""
    done = subprocess.run(
        [sys.executable, "-c", TWINS], capture_output=True, text=True, check=True, timeout=60
    )
    first, second = (line.split() for line in done.stdout.splitlines())
    numpy_state = (1, 4)  # Python's own generator draws a new seed after a fork
    assert [first[at] for at in numpy_state] == [second[at] for at in numpy_state]
