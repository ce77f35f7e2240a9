"""The one line of NumPy that does what a function did, its sizes written in the kata's axis names.

A program is found on one case and then has to make every output of the function, in every bit. Only then
is it told. It tells where elements go; a function that also changes dtypes, now to this one and now to
that, is told so elsewhere, and its outputs are compared after the same change.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.judge.arrays import AnyArray, cast
from app.judge.axes import AxisError, size_of
from app.judge.naming import Whole
from app.judge.observations import Trial
from app.judge.programs import Program, Reshape
from app.judge.search import find_programs

_MOST_NAMINGS: Final = 500
_MOST_PROGRAMS: Final = 8
_MOST_CASES: Final = 3
"""Cases on which programs are sought, if the first ones give none that holds on all."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One call: what went in, what came out, and the sizes of the kata's axes."""

    source: AnyArray
    output: AnyArray
    sizes: Mapping[str, int]
    right_shape: bool = True


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A program whose sizes are expressions of axes: one tuple for each of its reshapes, in order."""

    program: Program
    expressions: tuple[tuple[str, ...], ...]
    dtype: str | None = None
    """The one that every output has, where that is not the input's own."""

    def makes(self, sample: Sample) -> bool:
        """Tell whether it makes exactly the output of a sample."""
        try:
            program = self._bound(sample.sizes)
        except AxisError:
            return False
        return program.makes(cast(sample.source, sample.output.dtype), sample.output)

    def _bound(self, sizes: Mapping[str, int]) -> Program:
        expressions = iter(self.expressions)
        return Program(
            tuple(
                replace(operation, sizes=tuple(size_of(one, sizes) for one in next(expressions)))
                if isinstance(operation, Reshape)
                else operation
                for operation in self.program.operations
            )
        )

    def text(self) -> str:
        """Write it so that anyone can run it: the argument is x, the sizes are the axes' names."""
        return self.program.text(self.expressions) + (f".astype(np.{self.dtype})" if self.dtype else "")


def samples_of(trials: Sequence[Trial]) -> list[Sample]:
    """Take the trials that came back with an array."""
    return [
        Sample(trial.call.array, trial.actual, trial.call.case.sizes, right_shape=trial.right_shape)
        for trial in trials
        if trial.actual is not None
    ]


def find_equivalent(samples: Sequence[Sample], whole: Whole) -> Equivalent | None:
    """Find the program that makes every output of the samples, or None; `whole` is what each input holds."""
    dtype = _common_dtype(samples)
    for sample in sorted(samples, key=_telling, reverse=True)[:_MOST_CASES]:
        source = cast(sample.source, sample.output.dtype)
        # A result may have a shape that makes a deep search long; the right shape does not.
        programs = find_programs(source, sample.output, is_deep=sample.right_shape)
        for program in itertools.islice(programs, _MOST_PROGRAMS):
            for expressions in _namings(program, sample.sizes, whole):
                equivalent = Equivalent(program, expressions, dtype)
                if all(equivalent.makes(one) for one in samples):
                    return equivalent
    return None


def _telling(sample: Sample) -> tuple[int, int]:
    """Rank samples: many axes that are wider than 1 and differ, and few elements."""
    return len({size for size in sample.sizes.values() if size > 1}), -sample.source.size


def _common_dtype(samples: Sequence[Sample]) -> str | None:
    """Name the one dtype that every output has, where it is not that of every input."""
    outputs = {sample.output.dtype for sample in samples}
    if len(outputs) != 1 or all(sample.source.dtype in outputs for sample in samples):
        return None
    return outputs.pop().name


def _namings(
    program: Program, sizes: Mapping[str, int], whole: Whole
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Write the sizes of a program in axis names, in every way that fits this case, simple ones first."""
    reshapes = [operation for operation in program.operations if isinstance(operation, Reshape)]
    choices = [list(whole.namings(reshape.sizes, sizes)) for reshape in reshapes]
    yield from itertools.islice(itertools.product(*choices), _MOST_NAMINGS)
