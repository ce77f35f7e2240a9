"""Captured output: one stream, cut where the marks say, kept up to a budget."""

from sandbox.marker import PREFIX, SIZE, call_of
from sandbox.spec import Output
from sandbox.text import shown


class Log:
    """Takes a child's stdout and stderr as they come; drops what is over the budget."""

    def __init__(self, calls: int, nonce: int, budget_bytes: int) -> None:
        """Keep `budget_bytes` in all, over the load and `calls` calls."""
        self._nonce = nonce
        self._left = budget_bytes
        self._kept = [bytearray() for _ in range(calls + 1)]
        self._truncated = [False] * (calls + 1)
        self._section = 0
        self._tail = b""

    def feed(self, data: bytes) -> None:
        """Take bytes; a mark may be split over two of them."""
        data = self._tail + data
        at = 0
        while (found := data.find(PREFIX, at)) >= 0 and found + SIZE <= len(data):
            self._keep(data[at:found])
            mark = data[found : found + SIZE]
            if not self._turn(mark):
                self._keep(mark)
            at = found + SIZE
        hold = found if found >= 0 else len(data) - _begun(data[at:])
        self._keep(data[at:hold])
        self._tail = data[hold:]

    def finish(self) -> tuple[Output, tuple[Output, ...]]:
        """Give what was printed while loading, and during each call."""
        self._keep(self._tail)
        self._tail = b""
        outputs = [
            Output(shown(bytes(kept)), truncated)
            for kept, truncated in zip(self._kept, self._truncated, strict=True)
        ]
        return outputs[0], tuple(outputs[1:])

    def _turn(self, mark: bytes) -> bool:
        """Begin the section of a mark; marks only ever lead forwards."""
        call = call_of(mark, self._nonce)
        if call is None or not self._section <= call < len(self._kept) - 1:
            return False
        self._section = call + 1
        return True

    def _keep(self, data: bytes) -> None:
        if len(data) > self._left:
            self._truncated[self._section] = True
        self._kept[self._section] += data[: self._left]
        self._left -= min(len(data), self._left)


def _begun(data: bytes) -> int:
    """Count the bytes at the end that may be the beginning of a mark."""
    for size in range(min(len(PREFIX) - 1, len(data)), 0, -1):
        if data.endswith(PREFIX[:size]):
            return size
    return 0
