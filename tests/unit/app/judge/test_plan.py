from dataclasses import replace

import pytest

from app.judge.package import KataPackage
from app.judge.plan import PlannedCall, Purpose, draw_plan
from app.judge.report import Scope
from app.judge.submission import Submission
from sandbox.spec import Array, Refilled
from tests.support.fake_judge import SPLIT_HEADS


def planned(seed: int = 1, scope: Scope = Scope.ALL, package: KataPackage = SPLIT_HEADS) -> list[PlannedCall]:
    return list(draw_plan(package, Submission(b"", seed, scope)).forward)


class TestDrawPlan:
    def test_public_cases_are_planned_once_and_hidden_ones_for_every_seed(self) -> None:
        for first, second in zip(planned(1), planned(2), strict=True):
            assert first.key == second.key
            assert (first is second) is first.case.public
            assert (first.fresh == second.fresh) is first.case.public

    def test_public_scope_has_the_public_calls_of_all(self) -> None:
        assert planned(scope=Scope.PUBLIC) == [call for call in planned() if call.case.public]

    def test_another_version_of_a_kata_gets_its_own_public_cases(self) -> None:
        changed = replace(SPLIT_HEADS, slug="other")
        own, theirs = (planned(scope=Scope.PUBLIC, package=one)[0] for one in (SPLIT_HEADS, changed))
        assert own.key == theirs.key
        assert own.fresh != theirs.fresh

    def test_a_public_case_that_follows_a_hidden_one_follows_its_sizes(self) -> None:
        hidden = next(one for one in SPLIT_HEADS.templates if one.id == "odd-width")
        package = replace(
            SPLIT_HEADS, templates=(hidden, replace(hidden, id="shown", public=True, same_as=hidden.id))
        )
        for seed in range(10):
            first, second = planned(seed, package=package)
            assert first.case.sizes == second.case.sizes

    def test_results_known_without_the_reference(self) -> None:
        expected = draw_plan(SPLIT_HEADS, Submission(b"", 1)).expected
        assert {(case, purpose) for case, _, purpose in expected} == {
            (prefix + kind, purpose)
            for kind, purpose in (("projection", Purpose.PROJECTION), ("attention", Purpose.ATTENDED))
            for prefix in ("", "hidden-")
        } | {("checkpoint", Purpose.ATTENDED)}


class TestToCall:
    @pytest.fixture
    def refilled(self) -> PlannedCall:
        return next(call for call in planned() if call.refills is not None)

    def test_the_same_array_object_where_the_first_call_is_of_the_same_child(
        self, refilled: PlannedCall
    ) -> None:
        assert refilled.refills is not None
        array, *numbers = refilled.to_call({refilled.refills: 3}).args
        assert array == Refilled(3, 0, refilled.array.tobytes())
        assert tuple(numbers) == refilled.numbers

    def test_an_array_of_its_own_elsewhere(self, refilled: PlannedCall) -> None:
        assert isinstance(refilled.to_call({}).args[0], Array)

    def test_room_for_a_result_of_four_times_the_size(self) -> None:
        call = next(call for call in planned() if call.case.id == "float32")
        assert call.to_call({}).result_bytes >= 4 * call.array.nbytes
