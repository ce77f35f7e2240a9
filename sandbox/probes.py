"""What the doctor tries: attempts that must fail in a child and do succeed outside of one.

`ATTEMPTS` is run twice, as a submission and as a plain program, so that a refusal in the child is
known to come from its walls. Imports the standard library only.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

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

ATTEMPTS = {
    "read_host_file": lambda: open("/etc/passwd").close(),
    "write": lambda: os.close(os.open("/dev/null", os.O_WRONLY)),
    "socket": lambda: socket.socket().close(),
    "fork": fork,
}

def attempt():
    facts = [f"{name} {said(action)}" for name, action in ATTEMPTS.items()]
    facts.append(f"environment {len(os.environ)}")
    facts.append(f"root {','.join(sorted(os.listdir('/')))}")
    facts.append("mounted " + ("ro" if os.statvfs("/").f_flag & os.ST_RDONLY else "rw"))
    return "\\n".join(facts)

def rest():
    time.sleep(60)

if __name__ == "__main__":
    print(attempt())
    print("unshare", said(unshare))
"""

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


def outside() -> dict[str, str]:
    """Make the attempts without any wall: the positive control."""
    return _run(ATTEMPTS)


def namespaces() -> dict[str, str]:
    """Try each kind of namespace on its own; "new" where the kernel gave one, else its error."""
    return _run(_NAMESPACE_PROBE)


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


def _run(program: str) -> dict[str, str]:
    interpreter = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    done = subprocess.run(
        [interpreter, "-I", "-S", "-B", "-c", program],
        env={}, cwd="/", capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    return facts(done.stdout)
