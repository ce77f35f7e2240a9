"""Remarks on code that is right: they never fail a submission.

Both are found out in sandbox children of their own, which see no hidden case. What a child says of a
submission may be a lie, and then the advice is no use; nothing else comes of it.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from app.judge import reading
from app.judge.arrays import AnyArray, to_sandbox
from app.judge.observations import array_of
from app.judge.package import KataPackage
from app.judge.report import Advice
from app.judge.rules import AdviceName
from sandbox.spec import Call, Runner, RunSpec

_READER: Final = Path(reading.__file__).read_bytes()
_PROBE: Final = "_whether_it_is_a_view"
_PROBE_SOURCE: Final = """

def {probe}(*arguments):
    import numpy
    return numpy.array([numpy.may_share_memory({function}(*arguments), arguments[0])])
"""
_MOST_LINES: Final = 3


class Advisor:
    """Gives advice on right submissions, and remembers what the references of katas do."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._gives_view: dict[str, bool] = {}
        """By the digest of a kata: whether its reference gives a view."""

    async def advise(
        self, runner: Runner, package: KataPackage, source: bytes, *, call: Call
    ) -> list[Advice]:
        """Give what there is to say of a right submission, as far as the kata asks for it.

        `call` is one of the forward function, on a public input.
        """
        wanted = package.manifest.advice
        lines, is_copy = await asyncio.gather(
            _loops(runner, package, source) if AdviceName.NEEDLESS_LOOP in wanted else _none(),
            self._is_needless_copy(runner, package, source, call) if AdviceName.COPY in wanted else _none(),
        )
        return [*_loop_advice(lines), *(_copy_advice(package) if is_copy else ())]

    async def _is_needless_copy(
        self, runner: Runner, package: KataPackage, source: bytes, call: Call
    ) -> bool:
        """Tell whether the reference gives a view of the input where the submission gives a copy."""
        if package.digest not in self._gives_view:
            told = await _gives_view(runner, package, package.files["reference.py"], call)
            if told is None:
                return False
            self._gives_view[package.digest] = told
        return self._gives_view[package.digest] and (
            await _gives_view(runner, package, source, call) is False
        )


async def _none() -> None:
    return None


def _loop_advice(lines: AnyArray | None) -> Iterator[Advice]:
    if lines is None or not lines.size:
        return
    numbers = [str(line) for line in lines[:_MOST_LINES].tolist()]
    where = f"Line {numbers[0]} goes" if len(numbers) == 1 else f"Lines {', '.join(numbers)} go"
    text = (
        f"{where} through the data in Python, it seems. That is right, but not needed: NumPy can move"
        " everything in a few calls, which is shorter, and far faster where single elements are gone through."
    )
    yield Advice(code=AdviceName.NEEDLESS_LOOP, text=text, certain=False)


def _copy_advice(package: KataPackage) -> Iterator[Advice]:
    text = (
        f"{package.manifest.pair.forward} copies every element. The same result can be had as a view of"
        " the input, which costs no memory and almost no time."
    )
    yield Advice(code=AdviceName.COPY, text=text, certain=True)


async def _loops(runner: Runner, package: KataPackage, source: bytes) -> AnyArray | None:
    argument = to_sandbox(np.frombuffer(source, np.uint8))
    return await _called(runner, package, _READER, Call("find_loops", (argument,)))


async def _gives_view(runner: Runner, package: KataPackage, source: bytes, call: Call) -> bool | None:
    """Tell whether the function called gives a view of its argument; None where it would not say."""
    probed = source + _PROBE_SOURCE.format(probe=_PROBE, function=call.function).encode()
    answer = await _called(runner, package, probed, Call(_PROBE, call.args))
    return None if answer is None or answer.shape != (1,) else bool(answer[0])


async def _called(runner: Runner, package: KataPackage, source: bytes, call: Call) -> AnyArray | None:
    result = await runner.run(RunSpec(source, (call,), package.limits))
    return array_of(result.outcomes[0]) if result.outcomes else None
