"""Which calls a submission gets: one `PlannedCall` a call, with all that is known before it is made."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from app.judge.arrays import AnyArray, Layout, to_sandbox
from app.judge.attention import attend_by_columns
from app.judge.axes import shape_of
from app.judge.cases import Case, CaseKind, draw_cases, fill_values
from app.judge.package import KataPackage
from app.judge.projection import project_by_columns
from app.judge.report import Scope
from app.judge.submission import Submission
from sandbox.spec import Call, Refilled

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


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """One call to make.

    `array` is the argument as its numbers read, `layout` how it lies in memory; `numbers` are the
    further arguments; `returns_shape` is the shape of a right result (empty for uneven sizes);
    `fresh` is the call as the sandbox gets it, on an array of its own.
    """

    case: Case
    function: str
    purpose: Purpose
    array: AnyArray
    layout: Layout
    numbers: tuple[int, ...]
    returns_shape: tuple[int, ...]
    fresh: Call
    refills: CallKey | None = None
    """The earlier call whose array object is passed again, with this call's elements."""

    @property
    def key(self) -> CallKey:
        """Name the call within its plan."""
        return self.case.id, self.function, self.purpose

    def to_call(self, position: Mapping[CallKey, int]) -> Call:
        """Write it out for the sandbox.

        `position` tells where the calls of the same child stand, for an array that is passed again.
        """
        if self.refills is None or self.refills not in position:
            return self.fresh
        array = Refilled(position[self.refills], 0, self.array.tobytes())
        return replace(self.fresh, args=(array, *self.numbers))


@dataclass(frozen=True, slots=True)
class CaseCalls:
    """What one case asks for before anything has run.

    `expected` holds the right results that are known already: those of projections and attention.
    """

    forward: tuple[PlannedCall, ...]
    sources: tuple[PlannedCall, ...]
    expected: Mapping[CallKey, AnyArray]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that can be drawn before anything has run.

    `forward` are the calls of the function under test. `expected` holds the right results that are
    known without asking the reference. `inverse_sources` are inputs whose *right* forward results are
    what the inverse is tried on: its expected outputs, hence.
    """

    package: KataPackage
    forward: tuple[PlannedCall, ...]
    expected: Mapping[CallKey, AnyArray]
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
    return join(package, [plan_case(package, case) for case in cases_of(package, submission)])


def cases_of(package: KataPackage, submission: Submission) -> tuple[Case, ...]:
    """Draw the sizes of the cases of a submission's scope."""
    drawn = draw_cases(package.templates, axes=package.axes, slug=package.slug, seed=submission.seed)
    return tuple(case for case in drawn if case.public or submission.scope is Scope.ALL)


def plan_case(package: KataPackage, case: Case) -> CaseCalls:
    """Draw the values of one case and make its calls of them."""
    return _fixed_calls(package).get(case.id) or _calls_of(package, case)


def join(package: KataPackage, parts: Sequence[CaseCalls]) -> Plan:
    """Put the calls of all cases together."""
    return Plan(
        package=package,
        forward=tuple(call for part in parts for call in part.forward),
        expected={key: array for part in parts for key, array in part.expected.items()},
        inverse_sources=tuple(call for part in parts for call in part.sources),
    )


@lru_cache(maxsize=64)
def _fixed_calls(package: KataPackage) -> Mapping[str, CaseCalls]:
    """Plan the cases that are the same for every submission: the public ones with sizes of their own."""
    templates = tuple(one for one in package.templates if one.public and one.same_as is None)
    cases = draw_cases(templates, axes=package.axes, slug=package.slug, seed=0)
    return {case.id: _calls_of(package, case) for case in cases}


def _calls_of(package: KataPackage, case: Case) -> CaseCalls:
    name = package.manifest.pair.forward
    shape = shape_of(package.manifest.functions[name].array, case.sizes)

    def call(purpose: Purpose, array: AnyArray, layout: Layout = case.template.layout) -> PlannedCall:
        return _call(package, case, name, purpose=purpose, array=array, layout=layout)

    if case.kind is CaseKind.PROJECTION:
        x, w = fill_values(case, shape, "x"), fill_values(case, (shape[-1], shape[-1]), "w")
        product = call(Purpose.PROJECTION, np.matmul(x, w))
        expected = project_by_columns(x, w, heads=product.returns_shape[1])
        return CaseCalls((product,), (), {product.key: expected})
    if case.kind in {CaseKind.ATTENTION, CaseKind.CHECKPOINT}:
        inputs = _attention_inputs(package, case, shape)
        calls = tuple(map(call, ATTENTION_INPUTS, inputs))
        (heads,) = calls[0].numbers
        attended = case.id, package.manifest.pair.inverse, Purpose.ATTENDED
        return CaseCalls(calls, (), {attended: attend_by_columns(*inputs, heads=heads)})
    if case.kind is CaseKind.UNEVEN:
        return CaseCalls((call(Purpose.UNEVEN, fill_values(case, shape, "forward")),), (), {})
    forward = call(Purpose.LAYOUT, fill_values(case, shape, "forward"))
    source = call(Purpose.LAYOUT, fill_values(case, shape, "inverse"), Layout.ROWS)
    return CaseCalls((forward,), (source,), {})


def _attention_inputs(package: KataPackage, case: Case, shape: tuple[int, ...]) -> tuple[AnyArray, ...]:
    if case.kind is CaseKind.CHECKPOINT and package.checkpoint is not None:
        return package.checkpoint.projected()
    return tuple(fill_values(case, shape, purpose) for purpose in ATTENTION_INPUTS)


def _call(
    package: KataPackage, case: Case, name: str, *, purpose: Purpose, array: AnyArray, layout: Layout
) -> PlannedCall:
    function = package.manifest.functions[name]
    numbers = tuple(case.sizes[axis] for axis in function.numbers)
    returns_shape = shape_of(function.returns, case.sizes) if case.kind is not CaseKind.UNEVEN else ()
    return PlannedCall(
        case=case,
        function=name,
        purpose=purpose,
        array=array,
        layout=layout,
        numbers=numbers,
        returns_shape=returns_shape,
        fresh=Call(name, (to_sandbox(array, layout), *numbers), _room_for(returns_shape, array)),
        refills=_refilled(case, name, purpose),
    )


def _room_for(returns_shape: tuple[int, ...], array: AnyArray) -> int:
    """Give the bytes that a result may take, with room for one of the wrong shape or dtype."""
    return _SLACK_FACTOR * math.prod(returns_shape) * array.itemsize + _SLACK_BYTES


def _refilled(case: Case, name: str, purpose: Purpose) -> CallKey | None:
    first = case.template.same_as
    if first is None or not case.template.reuses_array or purpose is not Purpose.LAYOUT:
        return None
    return first, name, purpose
