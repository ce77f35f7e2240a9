"""Captured output: one stream, cut where the marks say, kept up to a budget."""

from typing import Final

from sandbox.marker import SIZE, marker
from sandbox.spec import Output
from sandbox.text import shown

_NOTHING: Final = Output("")


class Log:
    """Takes a child's stdout and stderr as they come; drops what is over the budget."""

    def __init__(self, calls: int, nonce: int, budget_bytes: int) -> None:
        """Keep `budget_bytes` in all, over the load and `calls` calls."""
        self._nonce = nonce
        self._left = budget_bytes
        self._kept = [bytearray() for _ in range(calls + 1)]
        self._truncated = [False] * (calls + 1)
        self._section = 0
        self._mark = marker(nonce, 0)
        """The only one that may come next: looking for any other would let a flood of them cost time."""
        self._tail = b""

    def feed(self, data: bytes) -> None:
        """Take bytes; a mark may be split over two of them."""
        if not data:
            return
        data = self._tail + data
        at = 0
        while self._section < len(self._kept) - 1 and (found := data.find(self._mark, at)) >= 0:
            self._keep(data[at:found])
            at = found + SIZE
            self._section += 1
            self._mark = marker(self._nonce, self._section)
        hold = len(data) - _begun(self._mark, data[max(at, len(data) - SIZE) :])
        self._keep(data[at:hold])
        self._tail = data[hold:]

    def finish(self) -> tuple[Output, tuple[Output, ...]]:
        """Give what was printed while loading, and during each call."""
        self._keep(self._tail)
        self._tail = b""
        outputs = [
            Output(shown(bytes(kept)), truncated) if kept or truncated else _NOTHING
            for kept, truncated in zip(self._kept, self._truncated, strict=True)
        ]
        return outputs[0], tuple(outputs[1:])

    def _keep(self, data: bytes) -> None:
        if not data:
            return
        if len(data) > self._left:
            self._truncated[self._section] = True
        self._kept[self._section] += data[: self._left]
        self._left -= min(len(data), self._left)


def _begun(mark: bytes, data: bytes) -> int:
    """Count the bytes at the end that may be the beginning of `mark`."""
    for size in range(min(len(mark) - 1, len(data)), 0, -1):
        if data.endswith(mark[:size]):
            return size
    return 0
