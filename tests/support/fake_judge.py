"""A judge on the fake runner: the kata's own sources play themselves, in this process."""

import asyncio
from collections.abc import Mapping

from app.judge.judge import Judge
from app.judge.package import KataPackage, builtin_katas_dir, load_folder
from app.judge.report import Judgement, Scope
from app.judge.submission import Submission
from sandbox.fake import FakeRunner, Script
from tests.support.scripts import Function, answering, loaded

CANDIDATE = b"# the submission at hand"
SPLIT_HEADS = load_folder(builtin_katas_dir() / "split_heads")


def right_functions() -> dict[str, Function]:
    """Give the functions of the reference solution."""
    return loaded(SPLIT_HEADS.files["reference.py"])


def scripts_for(candidate: Script, package: KataPackage = SPLIT_HEADS) -> dict[bytes, Script]:
    """Script the reference, the known wrong submissions, and the candidate."""
    known = {
        source: answering(loaded(source))
        for name, source in package.files.items()
        if name == "reference.py" or name.startswith("submissions/wrong_answer/")
    }
    return {**known, CANDIDATE: candidate}


def judge(
    candidate: Script | Mapping[str, Function], *, seed: int = 1, scope: Scope = Scope.ALL
) -> Judgement:
    """Judge a candidate given as a script, or as its functions."""
    script = answering(candidate) if isinstance(candidate, Mapping) else candidate
    runner = FakeRunner(scripts_for(script))
    return asyncio.run(Judge(runner).judgement_of(Submission(CANDIDATE, seed, scope), SPLIT_HEADS))
