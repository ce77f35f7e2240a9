"""The three pipes between server and child: request, result, log.

Imports the standard library only.
"""

import contextlib
import fcntl
import os
from typing import Final

_USUAL_BYTES: Final = 1 << 16
_WIDEST_BYTES: Final = 1 << 20


class Pipes:
    """Our ends, which never block, and the child's ends until those are handed over."""

    def __init__(self) -> None:
        """Open all three.

        Raises:
            OSError: there are no more descriptors to be had.
        """
        opened: list[int] = []
        try:
            for _ in range(3):
                opened += os.pipe2(os.O_CLOEXEC)
        except OSError:
            for fd in opened:
                os.close(fd)
            raise
        request, self.request, self.result, result, self.log, log = opened
        self.theirs = [request, result, log]
        self._ours = [self.request, self.result, self.log]
        for fd in self._ours:
            os.set_blocking(fd, False)

    def widen(self, request_bytes: int) -> None:
        """Let request and result take as much at once as a large request has, if the host allows."""
        if request_bytes > _USUAL_BYTES:
            for fd in (self.request, self.result):
                with contextlib.suppress(OSError):  # it only saves waking up
                    fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, min(request_bytes, _WIDEST_BYTES))

    def close_theirs(self) -> None:
        """Close the child's ends here, once it has them."""
        while self.theirs:
            os.close(self.theirs.pop())

    def close_request(self) -> None:
        """Tell the child that nothing more will come."""
        if self.request in self._ours:
            self._ours.remove(self.request)
            os.close(self.request)

    @property
    def is_asking(self) -> bool:
        """Whether the request pipe is still open."""
        return self.request in self._ours

    def close(self) -> None:
        """Close everything."""
        self.close_theirs()
        while self._ours:
            os.close(self._ours.pop())
