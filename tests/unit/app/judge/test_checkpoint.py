import json
from collections.abc import Callable

import numpy as np
import pytest

from app.judge.attention import attend_by_columns
from app.judge.checkpoint import CHECKPOINT_FILE, Checkpoint, read_checkpoint
from app.judge.errors import PackageInvalid
from app.judge.package import parse_package
from app.judge.report import CheckStatus
from tests.support.fake_judge import SPLIT_HEADS, judge, right_functions
from tests.support.reports import status
from tests.support.scripts import loaded

STORED = json.loads(SPLIT_HEADS.files[CHECKPOINT_FILE])
TASK_ERROR = 0.01
"""Mean squared error on the layer's task; answering 0 everywhere has about 0.5."""


@pytest.fixture
def checkpoint() -> Checkpoint:
    assert SPLIT_HEADS.checkpoint is not None
    return SPLIT_HEADS.checkpoint


def error_of(checkpoint: Checkpoint, columns: list[int]) -> float:
    """Give the mean squared error on the task if heads own `columns`, in this order, four by four."""
    query, key, value = (np.asarray(array)[..., columns] for array in checkpoint.projected())
    merged = np.empty_like(query)
    merged[..., columns] = attend_by_columns(query, key, value, heads=3)
    given = merged @ np.asarray(checkpoint.output, float)
    return float(np.mean((given - content_before(np.asarray(checkpoint.inputs, float))) ** 2))


def content_before(inputs: np.ndarray) -> np.ndarray:
    """Give what the layer was trained to give: the content of the token before, and no place."""
    wanted = np.zeros_like(inputs)
    wanted[:, :, 6:] = np.roll(inputs[:, :, 6:], 1, axis=1)
    return wanted


def test_it_does_what_it_was_trained_for_in_the_standard_layout_alone(checkpoint: Checkpoint) -> None:
    standard = list(range(12))
    strided = [j * 3 + h for h in range(3) for j in range(4)]
    assert error_of(checkpoint, standard) < TASK_ERROR
    assert error_of(checkpoint, strided) > 100 * error_of(checkpoint, standard)


def test_no_attention_weight_is_saturated_on_its_inputs(checkpoint: Checkpoint) -> None:
    query, key, _ = (np.asarray(array, float).reshape(2, 6, 3, 4) for array in checkpoint.projected())
    weights = np.exp(np.einsum("bihd,bjhd->bhij", query, key) / 2)
    weights /= weights.sum(axis=-1, keepdims=True)
    assert 0.5 < np.median(weights.max(axis=-1)) < 0.95


@pytest.mark.parametrize("name", ["strided_pair", "plain_reshape_pair"])
def test_a_pair_that_agrees_with_itself_alone_is_told_by_how_much(name: str) -> None:
    report = judge(loaded(SPLIT_HEADS.files[f"submissions/wrong_answer/{name}.py"])).candidate
    assert status(report, "round_trip") is CheckStatus.PASSED
    check = next(check for check in report.checks if check.id == "checkpoint")
    assert check.status is CheckStatus.FAILED
    assert check.message.startswith(
        "a checkpoint trained with the standard layout would not load: outputs of the layer are off by up to "
    )
    assert check.evidence is not None
    assert check.evidence.case == "checkpoint"
    assert isinstance(check.evidence.expected, float)


def test_the_right_pair_loads_it() -> None:
    assert status(judge(right_functions()).candidate, "checkpoint") is CheckStatus.PASSED


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda stored: stored.pop("key"), "checkpoint.json: key: Field required"),
        (lambda stored: stored["value"].pop(), "value must have 12 rows of 12 numbers"),
        (lambda stored: stored["query"][3].append(1), "query must have 12 rows of 12 numbers"),
        (lambda stored: stored["inputs"][1].pop(), "every entry of inputs must have 6 rows of 12 numbers"),
        (lambda stored: stored.update(about=""), "checkpoint.json: about: "),
        (lambda stored: stored.update(more=1), "checkpoint.json: more: Extra inputs are not permitted"),
        (lambda stored: stored["output"][0].__setitem__(0, "1"), "checkpoint.json: output.0.0: "),
        (lambda stored: stored["output"][0].__setitem__(0, float("nan")), "checkpoint.json: "),
        (
            lambda stored: stored["inputs"].pop(),
            "sizes: must be fixed, and give the shape of the checkpoint's inputs, (1, 6, 12)",
        ),
    ],
)
def test_a_broken_file_is_told(change: Callable[[dict[str, object]], object], told: str) -> None:
    stored = json.loads(json.dumps(STORED))
    change(stored)
    files = {**SPLIT_HEADS.files, CHECKPOINT_FILE: json.dumps(stored).encode()}
    with pytest.raises(PackageInvalid) as refused:
        parse_package("split_heads", files)
    assert told in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"null"])
def test_what_is_no_such_json_is_told(content: bytes) -> None:
    checkpoint, issues = read_checkpoint(content)
    assert checkpoint is None
    assert all(issue.file == CHECKPOINT_FILE for issue in issues)
    assert issues


def test_a_case_without_the_file_is_told() -> None:
    files = {name: data for name, data in SPLIT_HEADS.files.items() if name != CHECKPOINT_FILE}
    with pytest.raises(
        PackageInvalid, match=r"cases\.checkpoint: a case of this kind needs a file checkpoint\.json"
    ):
        parse_package("split_heads", files)
