"""What a child has said so far: its frames in the only order in which they may come.

After a fault nothing more is believed; after the last answer nothing more is read.
"""

from sandbox import decode, wire
from sandbox.answer import Answer
from sandbox.spec import CallOutcome, Failure, NotMade, RunSpec
from sandbox.text import shown_name
from sandbox.wire import BadFrame, Frame, FrameReader, TooLarge

_LOADS = frozenset({wire.COMPILE_FAILED, wire.LOAD_FAILED, wire.LOAD_OUT_OF_MEMORY, wire.DEFINED})


class Transcript:
    """The parent's record of one child's result channel."""

    def __init__(self, spec: RunSpec, nonce: int) -> None:
        """Expect the answers to `spec`, marked with `nonce`."""
        self._calls = spec.calls
        self._count = len(spec.calls)
        self._nonce = nonce
        self._reader = FrameReader(self._admit)
        self._answer: Answer | None = None
        self._outcomes: list[CallOutcome] = []
        self.numpy_version = ""
        self.ready = False
        self.cpu_at_ready_s = 0.0
        """What the child had used before it had any work, told while only our own code ran in it."""
        self.handed_over = False
        """Set by the parent with the request: before that, only READY may come."""
        self.load: int | None = None
        """The frame kind that told how loading went."""
        self.failure: Failure | None = None
        self.bad_frame: str | None = None
        self.too_large: str | None = None

    @property
    def defined(self) -> bool:
        """Whether the source was defined without a fault."""
        return self.load == wire.DEFINED

    @property
    def complete(self) -> bool:
        """Whether every call was answered."""
        return self.load == wire.DEFINED and len(self._outcomes) == self._count

    @property
    def over(self) -> bool:
        """Whether nothing more needs to be read."""
        stopped = self.load is not None and not self.defined
        return stopped or self.complete or self.broken

    @property
    def broken(self) -> bool:
        """Whether the channel carried something that ends the run."""
        return self.bad_frame is not None or self.too_large is not None

    @property
    def outcomes(self) -> tuple[CallOutcome, ...]:
        """One outcome for each call of the spec."""
        rest = len(self._calls) - len(self._outcomes)
        return (*self._outcomes, *(NotMade() for _ in range(rest)))

    def feed(self, data: bytes) -> None:
        """Take bytes as they come; never raises for what they hold."""
        if self.over:
            return
        try:
            for frame in self._reader.feed(data):
                if self._take(frame):
                    return
        except BadFrame as error:
            self.bad_frame = str(error)
        except TooLarge as error:
            self.too_large = str(error)

    def _admit(self, head: Frame) -> None:
        if not self.ready:
            if head.kind != wire.READY or head.nonce:
                raise BadFrame("a frame out of order")
            return
        if head.nonce != self._nonce or not self.handed_over:
            raise BadFrame("a frame of another run")
        if self.load is None:
            if head.kind not in _LOADS or head.call:
                raise BadFrame("a frame out of order")
            return
        answer = self._current()
        if head.call != answer.index:
            raise BadFrame("a frame of another call")
        answer.admit(head)

    def _take(self, frame: Frame) -> bool:
        """Take an admitted frame; tell whether it was the last one to be read."""
        if not self.ready:
            self.ready = True
            self.cpu_at_ready_s = frame.aux / 1e6
            self.numpy_version = shown_name(frame.payload)
        elif self.load is None:
            if frame.kind in (wire.COMPILE_FAILED, wire.LOAD_FAILED):
                self.failure = decode.failure(frame.payload)
            self.load = frame.kind
            return self.over
        else:
            answer = self._current()
            answer.take(frame)
            if answer.outcome is not None:
                self._outcomes.append(answer.outcome)
                self._answer = None
                return len(self._outcomes) == self._count
        return False

    def _current(self) -> Answer:
        """Give the answer that is being put together."""
        if self._answer is None:
            self._answer = Answer(len(self._outcomes), self._calls)
        return self._answer
