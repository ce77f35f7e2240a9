"""Nothing that one submission leaves, says or is decides over another, not even over one with its text."""

from dataclasses import dataclass, field
from typing import Final

from app.judge.judge import Judge
from app.judge.report import Judgement, Scope, Verdict
from app.judge.submission import Submission
from sandbox.spec import Call, Returned, Runner, RunResult, RunSpec
from tests.support.hostile import naive_checker
from tests.support.hostile.arena import KATA, Arena

POISON: Final = b"""
import linecache, os, sys, importlib.util

linecache.cache["submission.py"] = (9, None, ["line of the first\\n"] * 99, "submission.py")
linecache.getline = linecache.getlines = lambda *a, **k: "line of the first"
linecache.updatecache = linecache.checkcache = lambda *a, **k: ["line of the first\\n"] * 99
sys.dont_write_bytecode = False
for folder in ("/runner/sandbox/child/__pycache__", "/packages/numpy/__pycache__"):
    try:
        fd = os.open(folder + "/hostile-87.pyc", os.O_CREAT | os.O_WRONLY)
        os.write(fd, b"x")
    except OSError:
        pass
"""
FAILING: Final = b"""
import traceback

def fail():
    raise RuntimeError("own words")  # line of the second

def f():
    try:
        fail()
    except RuntimeError:
        return traceback.format_exc()
"""
FAILS_AT_ONCE: Final = FAILING + b"fail()\n"
HONEST: Final = KATA.files["reference.py"]
BUG: Final = KATA.files["submissions/wrong_answer/strided_heads.py"]
# The known bug on public cases; on hidden ones whatever suits.
IMPOSTOR: Final = (
    BUG.replace(b"def split_heads", b"def _bug")
    + b"""
def split_heads(x, n_heads):
    y = _bug(x, n_heads)
    return y if x.shape in {(1, 3, 8), (2, 4, 15), (2, 5, 12)} else y[:, ::-1]
"""
)


@dataclass
class Counting:
    """Passes runs on and counts those of each source."""

    runner: Runner
    seen: dict[bytes, int] = field(default_factory=dict)

    async def run(self, spec: RunSpec) -> RunResult:
        self.seen[spec.source] = self.seen.get(spec.source, 0) + 1
        return await self.runner.run(spec)


async def run(arena: Arena) -> None:
    await arena.run(POISON + HONEST)
    shown = (await arena.run(FAILING, Call("f", ()))).outcomes[0]
    assert isinstance(shown, Returned)
    assert "line of the second" in str(shown.value)
    assert "line of the first" not in str(shown.value)
    await equal_texts_run_each_for_itself(arena)
    await known_bugs_are_not_taught(arena)


async def equal_texts_run_each_for_itself(arena: Arena) -> None:
    counting = Counting(arena.runner)
    judge = Judge(counting)
    source = HONEST + b"\n# of two users\n"
    made = []
    for user in (1, 2):
        judgement = await judge.judgement_of(Submission(source, user, Scope.PUBLIC), KATA)
        assert judgement.candidate.verdict is Verdict.ACCEPTED
        made.append(counting.seen[source])
    assert made[1] == 2 * made[0]


async def known_bugs_are_not_taught(arena: Arena) -> None:
    """What is remembered of known bugs comes from the kata's own files, whoever was judged before."""
    judge = Judge(arena.runner)

    async def judged(source: bytes) -> Judgement:
        return await judge.judgement_of(Submission(source, 3, Scope.ALL), KATA)

    imposed = (await judged(IMPOSTOR)).interviewer
    assert imposed.verdict is Verdict.WRONG_ANSWER
    assert imposed.diagnosis is not None
    assert imposed.diagnosis.code == "unknown"
    known = (await judged(BUG)).interviewer
    assert known.diagnosis is not None
    assert known.diagnosis.code == "strided_heads"
    assert (await judged(HONEST)).interviewer.verdict is Verdict.ACCEPTED


async def control(arena: Arena) -> None:
    """In one process for both, the second's traceback is told with lines of the first."""
    assert await naive_checker.passes(arena.runner, POISON, "shows_the_next", FAILS_AT_ONCE)
    assert not await naive_checker.passes(arena.runner, b"x = 1\n", "shows_the_next", FAILS_AT_ONCE)
