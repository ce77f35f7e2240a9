"""The rules by the names that `kata.toml` uses."""

from app.judge.checks import (
    attention,
    checkpoint,
    cross_round_trip,
    defined,
    dtype,
    exact,
    input_unchanged,
    projection,
    raises,
    round_trip,
    runs,
    shape,
)
from app.judge.checks.finding import Rule
from app.judge.rules import RuleName

RULES: dict[RuleName, Rule] = {
    RuleName.DEFINED: Rule(defined.check, each=True),
    RuleName.RUNS: Rule(runs.check, each=True),
    RuleName.SHAPE: Rule(shape.check, each=True),
    RuleName.DTYPE: Rule(dtype.check, each=True),
    RuleName.EXACT: Rule(exact.check, each=True),
    RuleName.ROUND_TRIP: Rule(round_trip.check, each=False),
    RuleName.CROSS_ROUND_TRIP: Rule(cross_round_trip.check, each=False),
    RuleName.RAISES: Rule(raises.check, each=True),
    RuleName.INPUT_UNCHANGED: Rule(input_unchanged.check, each=True),
    RuleName.PROJECTION: Rule(projection.check, each=True),
    RuleName.ATTENTION: Rule(attention.check, each=False),
    RuleName.CHECKPOINT: Rule(checkpoint.check, each=False),
}
