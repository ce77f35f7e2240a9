"""Positive controls: each attack succeeds where what stops it is left out, or it proves nothing."""

import pytest

from sandbox.spec import Limit, RunSpec, RunStatus
from tests.support.hostile import excuses, telling
from tests.support.hostile.arena import PAIR, Arena
from tests.support.hostile.attacks import Attack, Control, all_attacks
from tests.support.hostile.needs import require

pytestmark = [pytest.mark.hostile, pytest.mark.asyncio(loop_scope="session")]

CONTROLS = [(attack, control) for attack in all_attacks() for control in attack.form.controls]
WITHOUT_WALLS = [
    pytest.param(path, attack, control, id=f"{path}-{attack.id}-{'-'.join(sorted(control.without))}")
    for attack, control in CONTROLS
    if control.without and not control.outlives
    for path in control.paths
]
# Whether a submission ends by itself is no matter of the path, unless a wall would end it.
ENDLESS = [
    pytest.param(path, attack, control, id=f"{path}-{attack.id}")
    for attack, control in CONTROLS
    if control.outlives
    for path in (control.paths if control.without else control.paths[:1])
]


@pytest.mark.parametrize(("path", "attack", "control"), WITHOUT_WALLS)
async def test_works_without_the_wall(
    arenas: dict[str, Arena], path: str, attack: Attack, control: Control
) -> None:
    require((*attack.form.needs, *control.needs))
    limits = (control.limits or attack.form.limits).limits()
    async with arenas[path].weakened(control.without, slots=1) as runner:
        result = await runner.run(RunSpec(attack.source, PAIR, limits))
    assert result.status is not RunStatus.SANDBOX_FAILED, result.detail
    with excuses.for_a_filter_round_the_run(result.detail):
        telling.check(telling.printed(result), control.tried)
        if control.status is not None:
            assert result.status is control.status, result
        missing = [words for words in control.says if words not in repr(result)]
        assert not missing, (missing, result)


@pytest.mark.parametrize(("path", "attack", "control"), ENDLESS)
async def test_does_not_end_by_itself(
    arenas: dict[str, Arena], path: str, attack: Attack, control: Control
) -> None:
    require((*attack.form.needs, *control.needs))
    limits = (control.limits or attack.form.limits).limits()
    async with arenas[path].weakened(control.without, slots=1) as runner:
        result = await runner.run(RunSpec(attack.source, PAIR, limits))
    assert (result.status, result.limit) == (RunStatus.TIME_LIMIT, Limit.WALL), result
    assert result.wall_s >= limits.wall_s
