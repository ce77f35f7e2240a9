"""Where attacks are made: a runner on one of the two paths, a judge over it, and another user beside it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

import numpy as np
import pytest

from app.judge.judge import Judge
from app.judge.package import KataPackage, builtin_katas_dir, load_folder
from app.judge.report import Judgement, Scope, Verdict
from app.judge.submission import Submission
from sandbox.fresh import FreshRunner
from sandbox.jail.walls import Wall
from sandbox.spec import Array, Call, Limits, Runner, RunResult, RunSpec
from sandbox.warm.runner import WarmRunner
from tests.support.hostile import inventory
from tests.support.hostile.inventory import Inventory
from tests.support.remembering import RememberingRunner

KATA: Final = load_folder(builtin_katas_dir() / "split_heads")
HOSTILE: Final = "hostile"
HONEST: Final = "honest"
"""Two users: each has turns of its own in the pool."""
RIGHT: Final = KATA.files["submissions/accepted/swapaxes.py"]
USUAL: Final = Limits(wall_s=5.0, cpu_s=5.0)
_LOOKS: Final = 3000
_LOOK_EVERY_S: Final = 0.01
_CALM_LOOKS: Final = 5
_ZOMBIE_FACTOR: Final = 10
"""How much longer one waits while there is a dead process that nobody has buried."""
_INPUT: Final = np.arange(24.0).reshape(1, 3, 8)
_HEADS: Final = np.arange(24.0).reshape(1, 2, 3, 4)


class Startable(Runner, Protocol):
    """A runner with a life: both paths have it."""

    async def start(self) -> object: ...

    async def aclose(self) -> None: ...


PATHS: Final[dict[str, Callable[..., Startable]]] = {"fresh": FreshRunner, "warm": WarmRunner}


def as_array(array: np.ndarray) -> Array:
    """Lay an array out as a row-major argument."""
    return Array(array.dtype.name, array.shape, array.tobytes())


PAIR: Final = (
    Call("split_heads", (as_array(_INPUT), 2)),
    Call("merge_heads", (as_array(_HEADS),)),
)
"""One call of each function of the kata, for runs without a judge."""


class Arena:
    """One path, with a runner that all attacks share."""

    def __init__(self, path: str, images_dir: Path) -> None:
        """Make the runner of `path`; `start` comes before anything else."""
        self.path = path
        self.images_dir = images_dir
        self.runner = PATHS[path](images_dir)
        self.judge = Judge(self.runner)
        self._remembered: dict[RunSpec, RunResult] = {}
        self._last: Inventory | None = None

    async def start(self) -> None:
        """Start the runner and let one honest submission through, so that all lazy parts are there."""
        await self.runner.start()
        await self.honest()

    async def aclose(self) -> None:
        """Let go of the runner."""
        await self.runner.aclose()

    async def judged(
        self, source: bytes, *, limits: Limits = USUAL, scope: Scope = Scope.PUBLIC, seed: int = 5
    ) -> Judgement:
        """Judge one submission of the hostile user."""
        judge = self._judge_of(source)
        return await judge.judgement_of(Submission(source, seed, scope, lane=HOSTILE), kata(limits))

    def _judge_of(self, source: bytes) -> Judge:
        """Give the judge for a submission.

        On the slow path, where a child is dear, what the kata's own files answer to the same inputs is
        remembered; the submission's own children always run.
        """
        if self.path == "warm":
            return self.judge
        return Judge(RememberingRunner(self.runner, self._remembered, under_test=source))

    async def run(self, source: bytes, *calls: Call, limits: Limits = USUAL) -> RunResult:
        """Run one source without a judge, with every wall."""
        return await self.runner.run(RunSpec(source, calls or PAIR, limits))

    @contextlib.asynccontextmanager
    async def weakened(
        self, without: Iterable[Wall], *, slots: int | None = None
    ) -> AsyncIterator[Startable]:
        """Give a runner of the same path that leaves walls out."""
        runner = PATHS[self.path](self.images_dir, slots=slots, unsafe_without=frozenset(without))
        await runner.start()
        try:
            yield runner
        finally:
            await runner.aclose()

    async def honest(self) -> None:
        """Let another user submit what is right: it is accepted, whatever was before."""
        submission = Submission(RIGHT, 7, Scope.PUBLIC, lane=HONEST)
        judgement = await self._judge_of(RIGHT).judgement_of(submission, KATA)
        assert judgement.candidate.verdict is Verdict.ACCEPTED, judgement.interviewer.summary

    @contextlib.asynccontextmanager
    async def unharmed(self) -> AsyncIterator[None]:
        """Hold an attack: afterwards others are served as before, and the host is as it was."""
        before = self._last = await self._at_rest()
        yield
        await self.honest()
        await settled(before, look=self._look)

    async def _at_rest(self) -> Inventory:
        """Give the inventory once nothing changes any more: at once where it is what the last attack left."""
        seen, same = await self._look(), 0
        for _ in range(_LOOKS):
            # Somebody's dead process will be buried yet, if he is not too long about it.
            is_calm = same >= _CALM_LOOKS * (_ZOMBIE_FACTOR if seen.zombies else 1)
            if seen == self._last or is_calm:
                return seen
            await asyncio.sleep(_LOOK_EVERY_S)
            now = await self._look()
            same = same + 1 if now == seen else 0
            seen = now
        pytest.fail("the host never came to rest")

    async def _look(self) -> Inventory:
        """Look at the host while the runner is at rest, with a child ready wherever one is kept."""
        if isinstance(self.runner, WarmRunner):
            await self.runner.rest()
        return inventory.take()


def kata(limits: Limits) -> KataPackage:
    """Give the kata with other limits."""
    return replace(KATA, limits=limits)


async def settled(before: Inventory, *, look: Callable[[], Awaitable[Inventory]]) -> None:
    """Wait until the host is as it was; fail, saying what is different, where it never is again."""
    differences: dict[str, tuple[object, object]] = {}
    for _ in range(_LOOKS):
        differences = before.differences(await look())
        if not differences:
            return
        await asyncio.sleep(_LOOK_EVERY_S)
    pytest.fail(f"the host is not as it was before (before, after): {differences}")
