import fcntl
import os

TIOCSTI, TIOCLINUX, TIOCSCTTY = 0x5412, 0x541C, 0x540E

for fd in range(3):
    report(f"sti{fd}", lambda: fcntl.ioctl(fd, TIOCSTI, b"x"))
report("linux", lambda: fcntl.ioctl(1, TIOCLINUX, b"\x02"))
report("steal", lambda: fcntl.ioctl(0, TIOCSCTTY, 0))
report("tty", lambda: os.close(os.open("/dev/tty", os.O_RDONLY)))
terminals = [str(fd) for fd in range(64) if os.isatty(fd)]
print("attack: any:", ",".join(terminals) or "none")
