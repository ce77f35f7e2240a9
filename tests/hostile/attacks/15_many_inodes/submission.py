import os
import stat

NAME = "/tmp/hostile-inode-15"


def made(make, unmake):
    make()
    unmake(NAME)


def nested():
    path = NAME
    for _ in range(3):
        os.mkdir(path)
        path += "/deeper"
    for _ in range(3):
        path = os.path.dirname(path)
        os.rmdir(path)


def rename():
    os.mkdir(NAME)
    os.rename(NAME, NAME + "-moved")
    os.rmdir(NAME + "-moved")


report("folder", lambda: made(lambda: os.mkdir(NAME), os.rmdir))
report("nested", nested)
report("symlink", lambda: made(lambda: os.symlink("/", NAME), os.unlink))
report("fifo", lambda: made(lambda: os.mkfifo(NAME), os.unlink))
report("device", lambda: made(lambda: os.mknod(NAME, stat.S_IFCHR | 0o600, os.makedev(1, 5)), os.unlink))
report("rename", rename)
