import os

NAME = "hostile-file-14"


def made(folder):
    path = os.path.join(folder, NAME)
    fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    os.close(fd)
    os.unlink(path)


report("root", lambda: made("/"))
report("tmp", lambda: made("/tmp"))
report("shm", lambda: made("/dev/shm"))
report("here", lambda: made("."))
report("nameless", lambda: os.close(os.open("/tmp", os.O_TMPFILE | os.O_WRONLY)))
report("memory", lambda: os.close(os.memfd_create(NAME)))
report("sealed", lambda: os.close(os.memfd_create(NAME, os.MFD_ALLOW_SEALING)))
