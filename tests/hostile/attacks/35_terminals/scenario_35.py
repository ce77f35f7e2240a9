"""A terminal of the server never reaches a child; the control types into a terminal that it was given."""

import errno
import fcntl
import os
import pty
import signal

from sandbox.spec import Call, Returned
from tests.support.hostile.arena import Arena

TIOCSTI = 0x5412
SOURCE = b"import os\ndef attack(): return ','.join(str(fd) for fd in range(64) if os.isatty(fd))"


async def run(arena: Arena) -> None:
    """Look for a terminal while this process has one open."""
    server, terminal = pty.openpty()
    try:
        os.set_inheritable(terminal, True)
        result = await arena.run(SOURCE, Call("attack", ()))
        assert result.outcomes == (Returned(""),)
    finally:
        os.close(server)
        os.close(terminal)


async def control(arena: Arena) -> None:
    """In a session of its own with a terminal the same call works, unless this kernel has it switched off."""
    pid, server = pty.fork()
    if pid == 0:
        try:
            fcntl.ioctl(0, TIOCSTI, b"x")
            os._exit(0)
        except OSError as error:
            os._exit(error.errno or 1)
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    os.close(server)
    assert os.waitstatus_to_exitcode(status) in (0, errno.EIO)
