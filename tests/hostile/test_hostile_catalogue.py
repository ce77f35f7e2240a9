"""Every attack of the threat model has its folder, which says what is expected and by which wall."""

from pathlib import Path

import pytest

from app.judge.report import Verdict
from sandbox.jail.walls import Wall
from tests.support.hostile.attacks import OTHER_STOPS, Attack, Scenario, folders, load, number_of
from tests.support.hostile.needs import NEEDS

pytestmark = pytest.mark.hostile

FIRST_ATTACK, LAST_ATTACK = 1, 90
KNOWN_STOPS = {wall.value for wall in Wall} | OTHER_STOPS.keys()


def both(attacks: list[Attack], scenarios: list[Scenario]) -> list[Attack | Scenario]:
    return [*attacks, *scenarios]


def test_every_number_has_a_folder() -> None:
    numbers = {number_of(folder) for folder in folders()}
    assert numbers == set(range(FIRST_ATTACK, LAST_ATTACK + 1))


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
class TestFolder:
    def test_holds_an_attack(self, folder: Path) -> None:
        attacks, scenarios = load(folder)
        assert attacks or scenarios

    def test_names_the_verdict_and_what_stops_it(self, folder: Path) -> None:
        attacks, scenarios = load(folder)
        for one in both(attacks, scenarios):
            assert one.form.stopped_by, one.id
            assert set(one.form.stopped_by) <= KNOWN_STOPS, one.id
            assert set(one.form.needs) <= NEEDS.keys(), one.id
        for attack in attacks:
            assert attack.form.expect, attack.id
            assert Verdict.JUDGE_ERROR not in attack.form.expect, attack.id

    def test_has_a_control_or_a_reason(self, folder: Path) -> None:
        attacks, scenarios = load(folder)
        for one in both(attacks, scenarios):
            assert one.form.control is not None, one.id
            assert [control.ways for control in one.form.controls] == [1] * len(one.form.controls), one.id
