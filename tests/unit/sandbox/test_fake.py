"""The scripted runner keeps the promises of the real one's shape."""

from sandbox.fake import FakeRunner
from sandbox.spec import Call, NotMade, Output, Returned, Runner, RunResult, RunSpec, RunStatus


class TestFakeRunner:
    async def test_follows_its_scripts_and_remembers(self) -> None:
        fixed = RunResult(RunStatus.COMPLETED, (Returned(1),))
        runner: Runner = FakeRunner({b"fixed": fixed, b"made": lambda spec: fixed})
        first = RunSpec(b"fixed", (Call("f", ()),))
        assert await runner.run(first) is fixed
        assert await runner.run(RunSpec(b"made", (Call("f", ()),))) is fixed

    async def test_an_unknown_source_is_our_fault(self) -> None:
        runner = FakeRunner({})
        spec = RunSpec(b"?", (Call("f", ()),))
        result = await runner.run(spec)
        assert (result.status, result.outcomes) == (RunStatus.SANDBOX_FAILED, (NotMade(),))
        assert result.call_output == (Output(""),)
        assert runner.seen == [spec]
