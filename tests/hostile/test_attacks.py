"""Every hostile submission through the real judge: the right verdict by the right wall, nobody hurt."""

import pytest

from tests.support.hostile import telling
from tests.support.hostile.arena import Arena
from tests.support.hostile.attacks import Attack, all_attacks
from tests.support.hostile.needs import require

pytestmark = [pytest.mark.hostile, pytest.mark.asyncio(loop_scope="session")]


def on_both_paths() -> list[tuple[str, Attack]]:
    """List every submission on the warm path, and on the slow one those that differ in more than details.

    A child is dear there, and its walls are the same; of each folder one that each wall stops is enough.
    """
    attacks = all_attacks()
    of_their_own_kind = {(one.folder, one.form.stopped_by): one for one in reversed(attacks)}
    chosen = {"warm": attacks, "fresh": list(of_their_own_kind.values())}
    return [(path, one) for path, listed in chosen.items() for one in listed]


@pytest.mark.parametrize(("path", "attack"), on_both_paths(), ids=lambda value: getattr(value, "id", value))
async def test_is_stopped(arenas: dict[str, Arena], path: str, attack: Attack) -> None:
    form, arena = attack.form, arenas[path]
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
