"""Short words for reports in tests, and the submissions that judge tests use most."""

import numpy as np

from app.judge.report import CheckStatus, Report
from tests.support.fake_judge import right_functions
from tests.support.scripts import Function


def split(x: np.ndarray, n_heads: int) -> np.ndarray:
    result: np.ndarray = right_functions()["split_heads"](x, n_heads)  # type: ignore[assignment]
    return result


def plain_reshape(x: np.ndarray, n_heads: int) -> np.ndarray:
    batch, tokens, features = x.shape
    return x.reshape(batch, n_heads, tokens, features // n_heads)


def with_split(function: Function) -> dict[str, Function]:
    return right_functions() | {"split_heads": function}


def failed(report: Report) -> list[str]:
    return [check.id for check in report.checks if check.status is CheckStatus.FAILED]


def status(report: Report, check_id: str) -> CheckStatus:
    return next(check.status for check in report.checks if check.id == check_id)


def message(report: Report, check_id: str) -> str:
    return next(check.message for check in report.checks if check.id == check_id)
