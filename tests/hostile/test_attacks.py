"""Every hostile submission through the real judge: the right verdict by the right wall, nobody hurt."""

import pytest

from tests.support.hostile import telling
from tests.support.hostile.arena import Arena
from tests.support.hostile.attacks import Attack, all_attacks
from tests.support.hostile.needs import require

pytestmark = [pytest.mark.hostile, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("attack", all_attacks(), ids=lambda attack: attack.id)
async def test_is_stopped(arena: Arena, attack: Attack) -> None:
    form = attack.form
    require(form.needs)
    async with arena.unharmed():
        judgement = await arena.judged(attack.source, limits=form.limits.limits(), scope=form.scope)
    whole, shown = judgement.interviewer, judgement.candidate
    assert whole.verdict in form.expect, f"{whole.summary}\n{whole.stdout}"
    assert shown.verdict is whole.verdict
    telling.check(whole.stdout, form.tried)
    text = whole.model_dump_json()
    assert [words for words in form.says if words not in text] == []
    assert [words for words in form.hides if words in shown.model_dump_json()] == []
    assert "Traceback" not in shown.model_dump_json(exclude={"stdout"})
