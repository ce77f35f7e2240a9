"""Checkers that make the old mistake: they judge inside the submission's own process.

Each is the kind that a trick is made for, so a trick that passes here is a real one. They run as the source
of a sandbox child, so that even here nothing hostile runs in the tests' process.
"""

from pathlib import Path
from typing import Final

from sandbox.spec import Call, Limits, Returned, Runner, RunSpec, RunStatus

_SOURCE: Final = (Path(__file__).resolve().parents[2] / "hostile" / "parts" / "naive.py").read_bytes()
_PATIENCE: Final = Limits(wall_s=5.0, cpu_s=5.0)
_CLEAN_EXIT: Final = "exit code 0"


async def passes(runner: Runner, source: bytes, checker: str, *more: bytes) -> bool:
    """Tell whether the naive checker of this name takes `source` for right; some get a second source."""
    texts = tuple(text.decode("utf-8") for text in (source, *more))
    spec = RunSpec(_SOURCE, (Call(checker, texts),), _PATIENCE)
    result = await runner.run(spec)
    (outcome,) = result.outcomes
    if isinstance(outcome, Returned):
        return outcome.value is True
    if checker == "by_exit_code":
        return result.status is RunStatus.EXITED and _CLEAN_EXIT in result.detail
    raise AssertionError(f"the naive checker {checker} broke: {outcome} {result.status} {result.detail}")
