"""Reads what an attack reported about itself on stdout: lines of the form 'attack: NAME: HOW IT WENT'."""

import re
from collections import defaultdict
from typing import Final

from sandbox.spec import RunResult
from tests.support.hostile.attacks import Tried

_LINE: Final = re.compile(r"^attack: (.+): (\S+)$", re.MULTILINE)


class WentOtherwise(AssertionError):
    """An action went as it should not have; `said` holds all such ways, and nothing that was expected."""

    def __init__(self, message: str, said: frozenset[str]) -> None:
        """Tell of the ways in `said`."""
        super().__init__(message)
        self.said = said


def told(text: str) -> dict[str, set[str]]:
    """Give each action with every way it went, over all children that reported."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, said in _LINE.findall(text):
        found[name].add(said)
    return dict(found)


def check(text: str, expected: Tried) -> None:
    """Compare what was reported with what is expected, both ways: nothing may go unnoticed."""
    reported = told(text)
    wrong = {
        name: (sorted(reported.get(name, ())), choices)
        for name, choices in expected.items()
        if not reported.get(name) or not reported[name] <= set(choices)
    }
    if wrong:
        said = frozenset().union(*(reported.get(name, set()) - set(expected[name]) for name in wrong))
        raise WentOtherwise(f"how it went, and how it should have: {wrong}", said)
    assert set(reported) == set(expected), "an action was reported of which nothing is expected"


def printed(result: RunResult) -> str:
    """Give all that a run printed."""
    return "\n".join(output.text for output in (result.load_output, *result.call_output))
