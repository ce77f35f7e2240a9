"""Real children of the sandbox, for tests: arrays in and out, and one run in one line."""

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from sandbox.fresh import FreshRunner
from sandbox.spec import Array, Call, CallOutcome, Limits, Returned, Runner, RunResult, RunSpec, Value
from sandbox.warm.runner import WarmRunner

Run = Callable[..., Any]


class LivingRunner(Runner, Protocol):
    """A runner with a beginning and an end, as both of ours are."""

    async def start(self) -> Path:
        """Make it ready."""
        ...

    async def aclose(self) -> None:
        """End it."""
        ...


PATHS: Final[Mapping[str, Callable[[Path], LivingRunner]]] = {"fresh": FreshRunner, "warm": WarmRunner}
"""The two ways to make a child, whose outcomes have to be the same."""


def as_argument(array: np.ndarray) -> Array:
    """Lay an array out as a row-major argument."""
    return Array(array.dtype.name, array.shape, array.tobytes())


def as_numpy(value: object) -> np.ndarray:
    """Read an array that came back."""
    assert isinstance(value, Array), value
    return np.frombuffer(value.data, value.dtype).reshape(value.shape)


def value_of(outcome: CallOutcome) -> Value:
    """Give the value of a call that returned."""
    assert isinstance(outcome, Returned), outcome
    return outcome.value


class Children:
    """Runs sources in children of one runner."""

    def __init__(self, images_dir: Path, path: str = "fresh") -> None:
        """Use the image of `images_dir` and the runner of one path."""
        self.images_dir = images_dir
        self.path = path
        self.runner = PATHS[path](images_dir)

    async def run(self, source: str | bytes, *calls: Call, limits: Limits | None = None) -> RunResult:
        """Run one source; text is dedented first."""
        raw = textwrap.dedent(source).encode() if isinstance(source, str) else source
        return await self.runner.run(RunSpec(raw, calls, limits or Limits()))

    async def value(self, body: str, *, limits: Limits | None = None) -> Value:
        """Run `body` as a function `f` without arguments and give what it returned."""
        source = "import numpy as np\ndef f():\n" + textwrap.indent(textwrap.dedent(body), "    ")
        result = await self.run(source.encode(), Call("f", ()), limits=limits)
        assert result.outcomes, result
        return value_of(result.outcomes[0])
