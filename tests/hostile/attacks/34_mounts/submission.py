MOUNT = 165
REMOUNT, BIND, NOSUID, NODEV = 0x20, 0x1000, 0x2, 0x4
UNSHARE, NEWUSER_AND_NEWNS = 272, 0x10020000

report("own", lambda: syscall(UNSHARE, NEWUSER_AND_NEWNS))
report("remount", lambda: syscall(MOUNT, b"none", b"/", 0, REMOUNT | BIND | NOSUID | NODEV, 0))
report("over", lambda: syscall(MOUNT, b"tmpfs", b"/runner", b"tmpfs", 0, 0))
