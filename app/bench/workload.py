"""The work that is measured: split_heads, as a candidate's submission brings it."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.judge.package import KataPackage, builtin_katas_dir, load_folder
from app.judge.plan import CallKey, Purpose, draw_plan
from app.judge.report import Verdict
from app.judge.submission import Submission
from sandbox.spec import RunSpec

SEED = 1
CASES = 6
_MIX = (
    "accepted/swapaxes.py",
    "wrong_answer/plain_reshape.py",
    "accepted/einsum.py",
    "wrong_answer/missing_value_error.py",
    "accepted/column_slices.py",
    "wrong_answer/merge_plain_reshape.py",
)
"""Right and wrong ones, half each, as people send them."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A submission of the mix and the verdict that it must get."""

    source: bytes
    verdict: Verdict


def load_kata() -> KataPackage:
    """Load the kata that everything is measured with."""
    return load_folder(builtin_katas_dir() / "split_heads")


def six_calls(package: KataPackage) -> RunSpec:
    """Make the work of one child: the reference solution on six cases of the kata."""
    plan = draw_plan(package, Submission(b"", SEED))
    calls = [call for call in plan.forward if call.purpose is Purpose.LAYOUT][:CASES]
    no_refills: Mapping[CallKey, int] = {}
    return RunSpec(
        package.files["reference.py"], tuple(call.to_call(no_refills) for call in calls), package.limits
    )


def mix(package: KataPackage) -> list[Attempt]:
    """Pick the submissions that are judged in turn."""
    return [Attempt(package.files[f"submissions/{name}"], Verdict(name.partition("/")[0])) for name in _MIX]
