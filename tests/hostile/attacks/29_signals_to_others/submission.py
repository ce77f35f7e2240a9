import fcntl
import os
import signal

TGKILL, PIDFD_SEND_SIGNAL, RT_SIGQUEUEINFO = 234, 424, 129
# Ignored by default, so that it does no harm wherever it arrives.
WINDOW = signal.SIGWINCH
F_SETOWN = 8


def by_pidfd():
    fd = os.pidfd_open(os.getpid())
    syscall(PIDFD_SEND_SIGNAL, fd, int(WINDOW), 0, 0)
    os.close(fd)


def queue():
    information = (ctypes.c_int * 32)(int(WINDOW), 0, -1)
    syscall(RT_SIGQUEUEINFO, os.getpid(), int(WINDOW), information)


report("group", lambda: os.kill(0, WINDOW))
report("everyone", lambda: os.kill(-1, WINDOW))
report("parent", lambda: os.kill(os.getppid(), WINDOW))
report("thread", lambda: syscall(TGKILL, os.getpid(), os.getpid(), int(WINDOW)))
report("pidfd", by_pidfd)
report("owner", lambda: fcntl.fcntl(1, F_SETOWN, os.getpid()))
report("queue", queue)
