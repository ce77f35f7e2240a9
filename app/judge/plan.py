"""Which calls a submission gets: one `PlannedCall` a call, with all that is known before it is made."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from app.judge.arrays import AnyArray, Layout, to_sandbox
from app.judge.axes import shape_of
from app.judge.cases import Case, CaseKind, draw_cases, fill_values
from app.judge.manifest import FunctionTable
from app.judge.package import KataPackage
from app.judge.report import Scope
from app.judge.submission import Submission
from sandbox.spec import DTYPES, Argument, Call, Refilled

_SLACK_BYTES = 64 << 10
_SLACK_FACTOR = 4


class Purpose(StrEnum):
    """What a call is made for."""

    LAYOUT = "layout"
    ROUND_TRIP = "round_trip"
    UNEVEN = "uneven"
    PROJECTION = "projection"
    QUERY = "query"
    KEY = "key"
    VALUE = "value"
    ATTENDED = "attended"


CallKey: TypeAlias = tuple[str, str, Purpose]
"""Case id, function and purpose: unique within a plan."""

ATTENTION_INPUTS = (Purpose.QUERY, Purpose.KEY, Purpose.VALUE)
_SINGLE = {
    CaseKind.LAYOUT: Purpose.LAYOUT,
    CaseKind.UNEVEN: Purpose.UNEVEN,
    CaseKind.PROJECTION: Purpose.PROJECTION,
}


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One call to make.

    `array` is the argument as its numbers read, `layout` how it lies in memory; `numbers` are the
    further arguments; `returns_shape` is the shape of a right result (empty for uneven sizes).
    """

    case: Case
    function: str
    purpose: Purpose
    array: AnyArray
    layout: Layout
    numbers: tuple[int, ...]
    returns_shape: tuple[int, ...]
    refills: CallKey | None = None
    """The earlier call whose array object is passed again, with this call's elements."""

    @property
    def key(self) -> CallKey:
        """Name the call within its plan."""
        return self.case.id, self.function, self.purpose

    def to_call(self, position: Mapping[CallKey, int]) -> Call:
        """Write it out for the sandbox, with room for a result of the wrong shape or dtype.

        `position` tells where the calls of the same child stand, for an array that is passed again.
        """
        expected_bytes = int(np.prod(self.returns_shape)) * DTYPES[self.array.dtype.name]
        array: Argument = to_sandbox(self.array, self.layout)
        if self.refills is not None and self.refills in position:
            array = Refilled(position[self.refills], 0, self.array.tobytes())
        return Call(
            function=self.function,
            args=(array, *self.numbers),
            result_bytes=_SLACK_FACTOR * expected_bytes + _SLACK_BYTES,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """All that can be drawn before anything has run.

    `forward` are the calls of the function under test. `inverse_sources` are inputs whose *right*
    forward results are what the inverse is tried on: its expected outputs, hence.
    """

    package: KataPackage
    cases: tuple[Case, ...]
    forward: tuple[PlannedCall, ...]
    inverse_sources: tuple[PlannedCall, ...]

    @property
    def inverse_name(self) -> str:
        """Name its inverse."""
        return self.package.manifest.pair.inverse

    def inverse_call(self, case: Case, purpose: Purpose, array: AnyArray) -> PlannedCall:
        """Plan one call of the inverse on `array`, which has the forward function's result shape."""
        layout = case.template.inverse_layout if purpose is Purpose.LAYOUT else Layout.ROWS
        return _call(self.package, case, self.inverse_name, purpose=purpose, array=array, layout=layout)


def draw_plan(package: KataPackage, submission: Submission) -> Plan:
    """Draw the cases of a submission's scope and the calls that do not depend on its results."""
    drawn = draw_cases(package.templates, axes=package.axes, slug=package.slug, seed=submission.seed)
    cases = tuple(case for case in drawn if case.public or submission.scope is Scope.ALL)
    function = package.manifest.functions[package.manifest.pair.forward]
    forward: list[PlannedCall] = []
    sources: list[PlannedCall] = []
    for case in cases:
        forward.extend(_forward_calls(package, case, function))
        if case.kind is CaseKind.LAYOUT:
            array = fill_values(case, shape_of(function.array, case.sizes), "inverse")
            name = package.manifest.pair.forward
            sources.append(
                _call(package, case, name, purpose=Purpose.LAYOUT, array=array, layout=Layout.ROWS)
            )
    return Plan(package, cases, tuple(forward), tuple(sources))


def _forward_calls(package: KataPackage, case: Case, function: FunctionTable) -> list[PlannedCall]:
    name = package.manifest.pair.forward
    shape = shape_of(function.array, case.sizes)
    if case.kind is CaseKind.ATTENTION:
        streams = [(purpose, fill_values(case, shape, purpose)) for purpose in ATTENTION_INPUTS]
    elif case.kind is CaseKind.PROJECTION:
        streams = [(Purpose.PROJECTION, projected(case, shape))]
    else:
        streams = [(_SINGLE[case.kind], fill_values(case, shape, "forward"))]
    return [
        _call(package, case, name, purpose=purpose, array=array, layout=case.template.layout)
        for purpose, array in streams
    ]


def projection_factors(case: Case, shape: tuple[int, ...]) -> tuple[AnyArray, AnyArray]:
    """Draw the factors of a projection case: X of the input's shape (B, T, D) and a square W (D, D)."""
    return fill_values(case, shape, "x"), fill_values(case, (shape[-1], shape[-1]), "w")


def projected(case: Case, shape: tuple[int, ...]) -> AnyArray:
    """Give the product X @ W of a projection case, of the input's shape."""
    x, w = projection_factors(case, shape)
    product: AnyArray = np.matmul(x, w)
    return product


def _call(
    package: KataPackage, case: Case, name: str, *, purpose: Purpose, array: AnyArray, layout: Layout
) -> PlannedCall:
    function = package.manifest.functions[name]
    even = case.kind is not CaseKind.UNEVEN
    return PlannedCall(
        case=case,
        function=name,
        purpose=purpose,
        array=array,
        layout=layout,
        numbers=tuple(case.sizes[axis] for axis in function.numbers),
        returns_shape=shape_of(function.returns, case.sizes) if even else (),
        refills=_refilled(case, name, purpose),
    )


def _refilled(case: Case, name: str, purpose: Purpose) -> CallKey | None:
    first = case.template.same_as
    if first is None or not case.template.reuses_array or purpose is not Purpose.LAYOUT:
        return None
    return first, name, purpose
