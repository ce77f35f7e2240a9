"""The status that follows from what was said and measured."""

import signal

import pytest

from sandbox import wire
from sandbox.ending import End, conclude
from sandbox.spec import Call, Limit, Limits, RunSpec, RunStatus
from sandbox.transcript import Transcript

LIMITS = Limits(wall_s=2, cpu_s=1)


def said(**facts: object) -> Transcript:
    transcript = Transcript(RunSpec(b"", (Call("f", ()),)), 1)
    for name, fact in facts.items():
        setattr(transcript, name, fact)
    return transcript


def end(
    code: int | None = 0, *, cpu_s: float = 0.1, at_deadline: bool = False, fault: str | None = None
) -> End:
    return End(fault=fault, at_deadline=at_deadline, code=code, wall_s=0.5, cpu_s=cpu_s)


class TestStatus:
    @pytest.mark.parametrize(
        ("transcript", "ending", "status", "limit"),
        [
            (said(), end(fault="root: no"), RunStatus.SANDBOX_FAILED, None),
            (said(bad_frame="x"), end(), RunStatus.BAD_FRAME, None),
            (said(too_large="x"), end(at_deadline=True), RunStatus.OUTPUT_LIMIT, Limit.RESULT),
            (said(load=wire.COMPILE_FAILED), end(), RunStatus.COMPILE_FAILED, None),
            (said(load=wire.LOAD_FAILED), end(at_deadline=True), RunStatus.LOAD_FAILED, None),
            (said(load=wire.LOAD_OUT_OF_MEMORY), end(), RunStatus.MEMORY_LIMIT, Limit.MEMORY),
            (said(), end(-9, at_deadline=True, cpu_s=2), RunStatus.TIME_LIMIT, Limit.WALL),
            (said(), end(-9, cpu_s=0.95), RunStatus.TIME_LIMIT, Limit.CPU),
            (said(), end(-signal.SIGXCPU, cpu_s=1.0), RunStatus.TIME_LIMIT, Limit.CPU),
            (said(), end(-9, cpu_s=0.5), RunStatus.MEMORY_LIMIT, Limit.MEMORY),
            (said(), end(wire.EXIT_OUT_OF_MEMORY), RunStatus.MEMORY_LIMIT, Limit.MEMORY),
            (said(load=wire.DEFINED), end(3), RunStatus.EXITED, None),
        ],
    )
    def test_follows(
        self, transcript: Transcript, ending: End, status: RunStatus, limit: Limit | None
    ) -> None:
        conclusion = conclude(transcript, ending, LIMITS)
        assert (conclusion.status, conclusion.limit) == (status, limit)
        assert conclusion.detail

    def test_a_complete_transcript_counts_whatever_the_end(self) -> None:
        transcript = Transcript(RunSpec(b"", ()), 1)
        transcript.load = wire.DEFINED
        assert conclude(transcript, end(-11, at_deadline=True), LIMITS).status is RunStatus.COMPLETED


class TestLastWords:
    @pytest.mark.parametrize(
        ("code", "words"),
        [
            (-signal.SIGSYS, "forbidden system call"),
            (-signal.SIGSEGV, "signal SEGV"),
            (-60, "signal 60"),
            (7, "exit code 7"),
            (wire.EXIT_BROKEN, "could not answer"),
        ],
    )
    def test_are_plain(self, code: int, words: str) -> None:
        assert words in conclude(said(), end(code), LIMITS).detail
