"""Tries to leave one thing of each kind; every name begins as the inventory of the harness expects."""

import ctypes
import fcntl
import os
import struct

SHMGET, SEMGET, MSGGET, MQ_OPEN, MEMFD, INOTIFY, TIMERFD = 29, 64, 68, 240, 319, 294, 283
CREATE, PRIVATE, LIBRARY = 0o1000 | 0o600, 0, "/lib/libc.so.6"


def create(path):
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


def locked(command):
    fd = os.open(next(path for path in (LIBRARY, "/mnt/lib/libc.so.6") if os.path.exists(path)), os.O_RDONLY)
    command(fd)


def record_lock(fd):
    fcntl.fcntl(fd, fcntl.F_SETLK, struct.pack("hhqqi", fcntl.F_RDLCK, 0, 0, 1, 0))


report("file in tmp", lambda: create("/tmp/hostile-85"))
report("file in shm", lambda: create("/dev/shm/hostile-85"))
report("file in its root", lambda: create("/hostile-85"))
report("folder", lambda: os.mkdir("/tmp/hostile-85-folder"))
report("symbolic link", lambda: os.symlink("/etc/passwd", "/tmp/hostile-85-link"))
report("shared memory", lambda: syscall(SHMGET, PRIVATE, 4096, CREATE))
report("semaphores", lambda: syscall(SEMGET, PRIVATE, 1, CREATE))
report("message queue", lambda: syscall(MSGGET, PRIVATE, CREATE))
report("POSIX queue", lambda: syscall(MQ_OPEN, b"hostile-85", os.O_CREAT | os.O_RDWR, 0o600, None))
report("memfd", lambda: syscall(MEMFD, b"hostile-85", 0))
report("flock", lambda: locked(lambda fd: fcntl.flock(fd, fcntl.LOCK_SH)))
report("record lock", lambda: locked(record_lock))
report("lease", lambda: locked(lambda fd: fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_RDLCK)))
report("control group", lambda: os.mkdir("/sys/fs/cgroup/memory/hostile-85"))
report("inotify", lambda: syscall(INOTIFY, 0))
report("timer", lambda: syscall(TIMERFD, 1, 0))
