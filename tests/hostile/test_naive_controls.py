"""Positive controls of forged verdicts: a checker that shares a process with the submission is fooled.

On one path only: the checker and its submission are one process, however that was made.
"""

import pytest

from tests.support.hostile import naive_checker
from tests.support.hostile.arena import KATA, Arena
from tests.support.hostile.attacks import Attack, all_attacks
from tests.support.hostile.needs import require

pytestmark = [pytest.mark.hostile, pytest.mark.asyncio(loop_scope="session")]

NAIVE = [attack for attack in all_attacks() if attack.form.control and attack.form.control.naive]
CHECKERS = sorted({attack.form.control.naive for attack in NAIVE if attack.form.control})
WRONG_NUMBERS = b"""
def split_heads(x, n_heads):
    B, T, D = x.shape
    return -x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3) - 1


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
"""
BLIND = {"by_properties"}
"""Checkers that never look at a number."""


@pytest.mark.parametrize("attack", NAIVE, ids=lambda attack: attack.id)
async def test_a_naive_checker_is_fooled(arenas: dict[str, Arena], attack: Attack) -> None:
    assert attack.form.control is not None
    require((*attack.form.needs, *attack.form.control.needs))
    assert await naive_checker.passes(arenas["warm"].runner, attack.source, attack.form.control.naive)


@pytest.mark.parametrize("checker", CHECKERS)
async def test_a_naive_checker_is_no_fool_in_general(arenas: dict[str, Arena], checker: str) -> None:
    assert await naive_checker.passes(arenas["warm"].runner, KATA.files["reference.py"], checker)
    if checker not in BLIND:
        assert not await naive_checker.passes(arenas["warm"].runner, WRONG_NUMBERS, checker)
