"""Numbers as the report writes them: strict JSON, with strings for what JSON has no number for."""

import math

import numpy as np

from app.judge.report import Number


def plain(value: np.generic) -> Number:
    """Turn one array element into a report number.

    Non-finite and complex values become strings ("nan", "-inf", "(1+2j)"); -0.0 becomes "-0.0",
    since many JSON readers lose its sign and the layout checks do not.
    """
    number = value.item()
    if isinstance(number, complex):
        return str(number)
    if isinstance(number, float) and (
        not math.isfinite(number) or (number == 0 and math.copysign(1, number) < 0)
    ):
        return str(number)
    if isinstance(number, (bool, int, float, str)):
        return number
    return str(number)
