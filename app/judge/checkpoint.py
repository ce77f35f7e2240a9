"""The small trained attention layer that a kata may carry, in the standard layout: `checkpoint.json`."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from app.judge.arrays import AnyArray
from app.judge.errors import Issue

CHECKPOINT_FILE = "checkpoint.json"
_Number: TypeAlias = Annotated[FiniteFloat, Field(ge=-1e6, le=1e6)]
_Row: TypeAlias = Annotated[list[_Number], Field(min_length=1, max_length=256)]
_Matrix: TypeAlias = Annotated[list[_Row], Field(min_length=1, max_length=256)]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Weights of one attention layer without biases, and inputs like those it was trained on.

    Shapes:
        inputs: (B, T, D); query, key, value, output: (D, D).
    """

    inputs: AnyArray
    query: AnyArray
    key: AnyArray
    value: AnyArray
    output: AnyArray

    def projected(self) -> tuple[AnyArray, ...]:
        """Give what the layer's attention works on: queries, keys and values, each (B, T, D)."""
        return tuple(np.matmul(self.inputs, weights) for weights in (self.query, self.key, self.value))


class _CheckpointForm(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    about: Annotated[str, Field(min_length=1)]
    inputs: Annotated[list[_Matrix], Field(min_length=1, max_length=64)]
    query: _Matrix
    key: _Matrix
    value: _Matrix
    output: _Matrix

    @model_validator(mode="after")
    def _sizes_fit(self) -> "_CheckpointForm":
        features = len(self.query)
        for name in ("query", "key", "value", "output"):
            matrix: list[list[float]] = getattr(self, name)
            if len(matrix) != features or any(len(row) != features for row in matrix):
                raise ValueError(f"{name} must have {features} rows of {features} numbers, as query has rows")
        tokens = len(self.inputs[0])
        for entry in self.inputs:
            if len(entry) != tokens or any(len(row) != features for row in entry):
                raise ValueError(f"every entry of inputs must have {tokens} rows of {features} numbers")
        return self


def read_checkpoint(content: bytes) -> tuple[Checkpoint | None, list[Issue]]:
    """Read a checkpoint file; None with every issue where it is not well formed."""
    try:
        form = _CheckpointForm.model_validate_json(content)
    except ValidationError as error:
        return None, [
            Issue(CHECKPOINT_FILE, ".".join(str(part) for part in fault["loc"]), fault["msg"])
            for fault in error.errors()
        ]
    parts = [_array(part) for part in (form.inputs, form.query, form.key, form.value, form.output)]
    return Checkpoint(*parts), []


def _array(numbers: object) -> AnyArray:
    array = np.array(numbers, np.float64)
    array.flags.writeable = False
    return array
