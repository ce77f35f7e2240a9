"""Attacks that take several submissions, or more than a submission, and their controls."""

import importlib.util
from types import ModuleType

import pytest

from tests.support.hostile import excuses
from tests.support.hostile.arena import Arena
from tests.support.hostile.attacks import Scenario, all_scenarios
from tests.support.hostile.needs import require

pytestmark = [pytest.mark.hostile, pytest.mark.asyncio(loop_scope="session")]


def script_of(scenario: Scenario) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"hostile_{scenario.script.stem}", scenario.script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda scenario: scenario.id)
async def test_is_stopped(arena: Arena, scenario: Scenario) -> None:
    require(scenario.form.needs)
    async with arena.unharmed():
        await script_of(scenario).run(arena)


@pytest.mark.parametrize(
    "scenario",
    [one for one in all_scenarios() if one.form.control and one.form.control.scenario],
    ids=lambda scenario: scenario.id,
)
async def test_works_where_nothing_stops_it(arena: Arena, scenario: Scenario) -> None:
    assert scenario.form.control is not None
    require((*scenario.form.needs, *scenario.form.control.needs))
    with excuses.for_a_filter_round_the_run():
        await script_of(scenario).control(arena)
