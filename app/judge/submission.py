"""What is judged: one immutable upload of source code, with the seed its hidden inputs come from."""

from dataclasses import dataclass

from app.judge.report import Scope

MAX_SOURCE_BYTES = 64 << 10
MAX_SEED = 2**63 - 1
"""Seeds fit a signed 64-bit database column."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One upload. `source` is bytes as they came: decoding it is the child's affair."""

    source: bytes
    seed: int
    scope: Scope = Scope.ALL
    file: str = "submission.py"
    lane: str = ""
    """Whose turn its children take in the sandbox, as an opaque key; the judgement does not depend on it."""
