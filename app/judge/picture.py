"""The smallest public case that shows a bug: where each output element comes from, and where it should."""

from collections.abc import Sequence
from typing import Final

from app.judge.arrays import cast
from app.judge.axes import shape_of
from app.judge.frame import frame_of
from app.judge.observations import Observations, Trial
from app.judge.provenance import NOWHERE, Origins
from app.judge.report import Grid, Picture

MOST_CELLS: Final = 128
"""More cannot be taken in, and make the report long."""


def picture_of(seen: Observations, function: str, wrong: Sequence[Trial]) -> Picture | None:
    """Make the picture of the first of the wrong trials that can be shown; None where none can.

    `wrong` have tagged inputs and results of the right shape, small public ones first.
    """
    trial = next((one for one in wrong if one.call.case.public and one.call.array.size <= MOST_CELLS), None)
    if trial is None or trial.actual is None or trial.expected is None:
        return None
    dtype = trial.actual.dtype
    origins = Origins(cast(trial.call.array, dtype))
    expected, actual = (origins.of(array).tolist() for array in (cast(trial.expected, dtype), trial.actual))
    if NOWHERE in expected:
        return None
    table = seen.package.manifest.functions[function]
    digits = frame_of(seen.package.manifest, function, trial.call.case.sizes).source_digits()
    return Picture(
        case=trial.call.case.id,
        output_name=table.output_name,
        source=Grid(axes=table.array.split(), shape=list(trial.call.array.shape)),
        source_digits=Grid(axes=list(digits), shape=list(shape_of(" ".join(digits), trial.call.case.sizes))),
        output=Grid(axes=table.returns.split(), shape=list(trial.actual.shape)),
        expected=expected,
        actual=[None if place == NOWHERE else place for place in actual],
    )
