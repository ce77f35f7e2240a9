"""The axes of an input and of an output, in names, with their sizes on one case."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from app.judge.axes import names_in, shape_of
from app.judge.manifest import AxisTable, KataManifest


@dataclass(frozen=True, slots=True)
class Frame:
    """The axes of an input and of an output, in names, with their sizes on one case and their words."""

    source: str
    output: str
    sizes: Mapping[str, int]
    axes: Mapping[str, AxisTable]

    def digits(self) -> tuple[str, ...]:
        """Name the factors of the output's axes, outermost first."""
        return tuple(name for part in self.output.split() for name in self._factors(part))

    def source_digits(self) -> tuple[str, ...]:
        """Name the factors of the input's axes, outermost first."""
        return tuple(name for part in self.source.split() for name in self._factors(part))

    def letter(self, axis: str) -> str:
        """Give the letter that counts along an axis: "b" along B, "j" along the features of a head."""
        table = self.axes.get(axis)
        return table.index if table is not None and table.index else axis.lower()

    def _factors(self, part: str) -> tuple[str, ...]:
        derived = self.axes[part].derived if part in self.axes else part
        names = names_in(derived or part)
        fit = math.prod(self.sizes[name] for name in names) == shape_of(part, self.sizes)[0]
        return names if fit else (part,)


def frame_of(manifest: KataManifest, function: str, sizes: Mapping[str, int]) -> Frame:
    """Give the frame of one function of a kata on a case of these sizes."""
    table = manifest.functions[function]
    return Frame(table.array, table.returns, sizes, manifest.axes)
