"""The names of the check library's rules and of advice, as `kata.toml` writes them."""

from enum import StrEnum


class RuleName(StrEnum):
    """One name for each file in `app.judge.checks` that holds a rule."""

    DEFINED = "defined"
    RUNS = "runs"
    SHAPE = "shape"
    DTYPE = "dtype"
    EXACT = "exact"
    ROUND_TRIP = "round_trip"
    CROSS_ROUND_TRIP = "cross_round_trip"
    RAISES = "raises"
    INPUT_UNCHANGED = "input_unchanged"
    PROJECTION = "projection"
    ATTENTION = "attention"
    CHECKPOINT = "checkpoint"


class AdviceName(StrEnum):
    """Remarks on right code that a kata may ask for."""

    NEEDLESS_LOOP = "needless_loop"
    """Elements are gone through in Python where NumPy moves them all at once."""
    COPY = "copy"
    """The function under test makes a copy where the reference gives a view."""
