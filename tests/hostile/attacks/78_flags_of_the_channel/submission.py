"""The server reads from a description of its own, so even where the kernel obeys nothing changes there."""

import fcntl
import os

F_SETSIG = 10

report("O_NONBLOCK", lambda: fcntl.fcntl(3, fcntl.F_SETFL, os.O_WRONLY | os.O_NONBLOCK))
report("O_ASYNC", lambda: fcntl.fcntl(3, fcntl.F_SETFL, os.O_WRONLY | os.O_ASYNC))
report("F_SETPIPE_SZ", lambda: fcntl.fcntl(3, fcntl.F_SETPIPE_SZ, 4096))
report("F_SETOWN", lambda: fcntl.fcntl(3, fcntl.F_SETOWN, os.getpid()))
report("F_SETSIG", lambda: fcntl.fcntl(3, F_SETSIG, 9))
report("lseek", lambda: os.lseek(3, 0, os.SEEK_SET))
report("input O_NONBLOCK", lambda: fcntl.fcntl(0, fcntl.F_SETFL, os.O_RDONLY | os.O_NONBLOCK))


def split_heads(x, n_heads):
    return right(x, n_heads)
