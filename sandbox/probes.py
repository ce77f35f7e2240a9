"""What the doctor tries: attempts that must fail in a child and do succeed outside of one.

`ATTEMPTS` is run three times: as a submission, as a submission in a child whose filter allows all, and
as a plain program. So a refusal in the child is known to come from its walls, and from which one.
Imports the standard library only.
"""

import os
import subprocess
from pathlib import Path
from typing import Final

from sandbox import interpreter
from sandbox.jail.namespaces import FLAGS

ATTEMPTS: Final = """
import ctypes, errno, os, socket, sys, time

def said(action):
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))
    return "done"

def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)

def unshare():
    if ctypes.CDLL(None, use_errno=True).unshare(0) < 0:
        raise OSError(ctypes.get_errno(), "unshare")

def connect(kind):
    with socket.socket(socket.AF_INET, kind) as one:
        one.connect(("127.0.0.1", 9))

def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True

ATTEMPTS = {
    "read_host_file": lambda: open("/etc/passwd").close(),
    "write": lambda: os.close(os.open("/dev/null", os.O_WRONLY)),
    "socket": lambda: socket.socket().close(),
    "fork": fork,
}

def attempt():
    facts = [f"{name} {said(action)}" for name, action in ATTEMPTS.items()]
    facts.append(f"environment {','.join(sorted(os.environ)) or 'empty'}")
    facts.append(f"root {','.join(sorted(os.listdir('/')))}")
    facts.append(f"files {','.join(str(fd) for fd in range(1024) if is_open(fd))}")
    facts.append(f"host_name {os.uname().nodename}")
    return "\\n".join(facts)

def bare():
    facts = [f"tcp {said(lambda: connect(socket.SOCK_STREAM))}"]
    facts.append(f"udp {said(lambda: connect(socket.SOCK_DGRAM))}")
    facts.append("mounted " + ("ro" if os.statvfs("/").f_flag & os.ST_RDONLY else "rw"))
    facts.append(f"dumpable {ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)}")
    return "\\n".join(facts)

def rest():
    time.sleep(60)

if __name__ == "__main__":
    print(attempt())
    print(bare())
    print("unshare", said(unshare))
"""

ALLOW_ALL: Final = (0x06).to_bytes(2, "little") + bytes(2) + (0x7FFF0000).to_bytes(4, "little")
"""The filter of one instruction (BPF_RET | BPF_K, SECCOMP_RET_ALLOW) under which the other walls show."""

_NAMESPACE_PROBE: Final = f"""
import ctypes, errno, os, sys
libc = ctypes.CDLL(None, use_errno=True)
user = {FLAGS["user"]}
def tried(name, flag):
    link = "ns/" + {{"mount": "mnt", "pid": "pid_for_children"}}.get(name, name)
    own_proc = os.open("/proc/self", os.O_PATH)  # nobody may not find the way there
    if os.geteuid() == 0:
        os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
    libc.prctl(4, 1, 0, 0, 0)
    before = os.readlink(link, dir_fd=own_proc)
    if libc.unshare(user | flag):
        raise OSError(ctypes.get_errno(), "unshare")
    if name == "pid" and os.fork() == 0:
        os._exit(0)  # the link shows the new namespace once it has a process
    return "new" if os.readlink(link, dir_fd=own_proc) != before else "same"

for name, flag in {FLAGS!r}.items():
    read, write = os.pipe()
    if os.fork() == 0:
        try:
            told = tried(name, flag)
        except OSError as error:
            told = errno.errorcode.get(error.errno, str(error))
        os.write(write, told.encode())
        os._exit(0)
    os.close(write)
    print(name, os.read(read, 100).decode())
    os.close(read)
    os.wait()
"""

# Whose namespaces these are may be read by who made them, which root's children did as nobody.
_KINDS_PROBE: Final = f"""
import os, sys
proc = os.open("/proc", os.O_PATH)
if os.geteuid() == 0 and sys.argv[2] == "nobody":
    os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
for name in {tuple(FLAGS)!r}:
    link = {{"mount": "mnt"}}.get(name, name)
    try:
        print(name, os.readlink(f"{{sys.argv[1]}}/ns/{{link}}", dir_fd=proc))
    except OSError as error:
        print(name, "unreadable:", error.strerror)
"""


def outside() -> dict[str, str]:
    """Make the attempts without any wall: the positive control."""
    return _run(ATTEMPTS)


def namespaces() -> dict[str, str]:
    """Try each kind of namespace on its own; "new" where the kernel gave one, else its error."""
    return _run(_NAMESPACE_PROBE)


def namespaces_of(pid: int | str) -> dict[str, str]:
    """Give each namespace of a process by the kernel's name for it, or why it cannot be told."""
    told = _run(_KINDS_PROBE, str(pid), "self")
    if os.geteuid() == 0 and any(is_unreadable(name) for name in told.values()):
        as_nobody = _run(_KINDS_PROBE, str(pid), "nobody")
        told |= {kind: name for kind, name in as_nobody.items() if not is_unreadable(name)}
    return told


def is_unreadable(namespace: str) -> bool:
    """Tell whether a namespace's name could not be read."""
    return namespace.startswith("unreadable")


def facts(text: str) -> dict[str, str]:
    """Read lines of a name and what was said."""
    pairs = (line.partition(" ") for line in text.splitlines())
    return {name: said for name, _, said in pairs}


def kernel_facts(path: Path) -> dict[str, str]:
    """Read a status file of the kernel: a name, a colon or two spaces, and what is told."""
    found = {}
    for line in path.read_text(encoding="ascii", errors="replace").splitlines():
        name, colon, told = line.partition(":")
        if not colon:
            name, _, told = line.partition("  ")
        found[name.strip()] = " ".join(told.split())
    return found


def _run(program: str, *arguments: str) -> dict[str, str]:
    done = subprocess.run(
        [*interpreter.command(program), *arguments],
        env={}, cwd="/", capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    return facts(done.stdout)
