import os
import stat


def kept_folder():
    for fd in range(64):
        try:
            if stat.S_ISDIR(os.fstat(fd).st_mode):
                return
        except OSError:
            pass
    raise LookupError("no folder is open")


report("dots", lambda: open("/../../../../etc/passwd").close())
report("link", lambda: open("/proc/self/root/etc/hostname-of-the-host").close())
report("cwd", lambda: os.listdir("/proc/self/cwd/../hostile"))
report("fds", lambda: os.listdir("/proc/self/fd"))
report("folder", kept_folder)
report("old", lambda: os.listdir("/.old_root"))
report("host", lambda: os.listdir("/home"))
