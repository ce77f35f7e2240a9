"""What calls of one child have in common: arrays passed again, results overwritten or handed out twice."""

import numpy as np
import pytest

from sandbox.spec import Call, OutOfMemory, Raised, Refilled, Returned
from tests.support.children import Children, as_argument, as_numpy, value_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST, SECOND = np.arange(6.0).reshape(2, 3), np.arange(6.0, 12.0).reshape(2, 3)
TWICE = (Call("f", (as_argument(FIRST),)), Call("f", (Refilled(0, 0, SECOND.tobytes()),)))


class TestRefilled:
    async def test_the_same_object_with_new_elements(self, children: Children) -> None:
        source = "seen = []\ndef f(x):\n    seen.append(id(x))\n    return x * len(set(seen))"
        result = await children.run(source, *TWICE)
        np.testing.assert_array_equal(as_numpy(value_of(result.outcomes[0])), FIRST)
        np.testing.assert_array_equal(as_numpy(value_of(result.outcomes[1])), SECOND)

    async def test_a_cache_by_id_answers_with_old_numbers(self, children: Children) -> None:
        source = "seen = {}\ndef f(x):\n    return seen.setdefault(id(x), x.copy()).copy()"
        result = await children.run(source, *TWICE)
        np.testing.assert_array_equal(as_numpy(value_of(result.outcomes[1])), FIRST)

    async def test_views_of_it_are_nobodys_fault(self, children: Children) -> None:
        result = await children.run("def f(x): return x.T", *TWICE)
        for outcome in result.outcomes:
            assert isinstance(outcome, Returned)
            assert outcome.shares_buffer_with is None
            told = (outcome.changed_results, outcome.changed_args, outcome.late_changes)
            assert not any(told)

    async def test_a_change_of_it_is_told_of_the_later_call(self, children: Children) -> None:
        result = await children.run("def f(x):\n    if x[0, 0]: x[0, 0] = -1\n    return 0", *TWICE)
        first, second = result.outcomes
        assert isinstance(first, Returned)
        assert isinstance(second, Returned)
        assert first.changed_args == ()
        ((place, after),) = second.changed_args
        assert place == 0
        assert as_numpy(after)[0, 0] == -1

    @pytest.mark.parametrize(
        "calls",
        [
            (Call("f", (Refilled(0, 0, bytes(8)),)),),
            (Call("f", (1,)), Call("f", (Refilled(0, 0, bytes(8)),))),
            (Call("f", (as_argument(FIRST),)), Call("f", (Refilled(0, 1, bytes(48)),))),
            (Call("f", (as_argument(FIRST),)), Call("f", (Refilled(0, 0, bytes(40)),))),
            (*TWICE, Call("f", (Refilled(0, 0, bytes(48)),))),
            (*TWICE, Call("f", (Refilled(1, 0, bytes(48)),))),
        ],
    )
    async def test_what_refills_nothing_is_refused(self, children: Children, calls: tuple[Call, ...]) -> None:
        with pytest.raises(ValueError, match="an argument that refills"):
            await children.run("def f(x): return 1", *calls)


class TestOverwrittenResults:
    async def test_by_a_later_call(self, children: Children) -> None:
        source = """
            import numpy as np
            last = []
            def f(x):
                for one in last:
                    one[...] = 0
                last[:] = [np.array(x)]
                return last[0]
        """
        result = await children.run(source, *(Call("f", (as_argument(FIRST),)) for _ in range(3)))
        told = [outcome.changed_results for outcome in result.outcomes if isinstance(outcome, Returned)]
        assert told == [(), (0,), (1,)]

    async def test_by_a_call_that_raises(self, children: Children) -> None:
        source = """
            import numpy as np
            kept = np.ones(3)
            def f(x):
                if x:
                    kept[0] = 7
                    raise KeyError
                return kept
        """
        result = await children.run(source, Call("f", (0,)), Call("f", (1,)))
        raised = result.outcomes[1]
        assert isinstance(raised, Raised)
        assert raised.changed_results == (0,)

    async def test_results_that_stay_are_left_in_peace(self, children: Children) -> None:
        source = "def f(x): return x + 0.5"
        result = await children.run(source, *(Call("f", (as_argument(FIRST),)) for _ in range(4)))
        assert all(
            isinstance(outcome, Returned) and not outcome.changed_results for outcome in result.outcomes
        )

    async def test_a_result_too_large_to_be_kept_is_no_trouble(self, children: Children) -> None:
        source = "import numpy as np\ndef f(x): return np.broadcast_to(np.array(['a']), (10**9,))"
        result = await children.run(source, Call("f", (0,)), Call("f", (0,)))
        assert not any(isinstance(outcome, OutOfMemory) for outcome in result.outcomes)


class TestTheArgumentItself:
    @pytest.mark.parametrize("body", ["x.setflags(write=False)", "x.shape = (3, 2)", "x.dtype = 'int64'"])
    async def test_changes_other_than_of_elements_count(self, children: Children, body: str) -> None:
        result = await children.run(f"def f(x):\n    {body}\n    return 0", Call("f", (as_argument(FIRST),)))
        outcome = result.outcomes[0]
        assert isinstance(outcome, Returned)
        assert len(outcome.changed_args) == 1
