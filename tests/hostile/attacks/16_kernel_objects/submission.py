import fcntl
import mmap
import os
import select

TIMER_CREATE, TIMERFD_CREATE, INOTIFY_INIT1, SIGNALFD4, MLOCK = 222, 283, 294, 289, 149
MQ_OPEN, MQ_UNLINK = 240, 241
F_SETPIPE_SZ = 1031
page = ctypes.create_string_buffer(8192)


def queue():
    os.close(syscall(MQ_OPEN, b"hostile-queue-16", os.O_CREAT | os.O_RDWR, 0o600, 0))
    syscall(MQ_UNLINK, b"hostile-queue-16")


def pipe():
    for fd in os.pipe():
        os.close(fd)


report("timer", lambda: syscall(TIMER_CREATE, 1, 0, page))
report("timerfd", lambda: os.close(syscall(TIMERFD_CREATE, 1, 0)))
report("eventfd", lambda: os.close(os.eventfd(0)))
report("epoll", lambda: select.epoll().close())
report("inotify", lambda: os.close(syscall(INOTIFY_INIT1, 0)))
report("signalfd", lambda: os.close(syscall(SIGNALFD4, -1, bytes(8), 8, 0)))
report("pipe", pipe)
report("pipe_size", lambda: fcntl.fcntl(1, F_SETPIPE_SZ, 1 << 17))
report("lock", lambda: syscall(MLOCK, page, 4096))
report("queue", queue)


def merged_pages():
    with mmap.mmap(-1, 8192, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as pages:
        pages.madvise(12)  # MADV_MERGEABLE: pages of equal content become one, which its time tells


# Unmapped but for a page, it would keep what was touched, outside of the limit on the address space.
report("shared_memory", lambda: mmap.mmap(-1, 8192).close())
report("merged_pages", merged_pages)
