"""The trusted stage between server and child: builds the walls, starts the child, watches it.

Exec'ed with an empty environment and one thread, because a process with threads cannot enter a user
namespace. Working directory: the image's folder, in which `root` is to be the child's root. It holds
no input and no secret: request, result and log pass it by as open pipes. Imports `sandbox.jail` and
the standard library.
"""

import contextlib
import fcntl
import os
import select
import signal
import socket
import struct
import sys
from typing import Final, NoReturn

from sandbox.jail import capabilities, limits, namespaces, root, syscalls

MADE: Final = b"M"
FAILED: Final = b"F"
ENDED: Final = b"E"
MADE_FORM: Final = struct.Struct("<cI")
ENDED_FORM: Final = struct.Struct("<cid")

PYTHON: Final = "/python/bin/python3"
_PATHS: Final = "import sys; sys.path += ['/packages', '/runner']"
_START: Final = f"{_PATHS}; from sandbox.child.main import main; main()"
ARGUMENTS: Final = (PYTHON, "-I", "-S", "-B", "-u", "-X", "utf8", "-c", _START)
ENVIRONMENT: Final = {
    "LD_LIBRARY_PATH": "/lib",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
_SAFE_FD: Final = 10


class _Step:
    """The name of what is being tried, for the report of a failure."""

    name = "start"


def main() -> NoReturn:
    """Run one child between the file descriptors named on the command line."""
    request, result, log, control_fd = (_moved(int(text)) for text in sys.argv[1:5])
    with socket.socket(fileno=control_fd) as control:
        code = _launch((request, result, log), control)
    os._exit(code)


def _launch(fds: tuple[int, int, int], control: socket.socket) -> int:
    step = _Step()
    try:
        _enter_walls(step)
        step.name = "fork"
        pid = os.fork()
        if pid == 0:
            _become_child(step, fds)
        for fd in fds:
            os.close(fd)
        step.name = "pidfd"
        _watch(pid, control)
    except OSError as error:
        control.send(FAILED + f"{step.name}: {error.strerror or error}".encode())
        return 1
    return 0


def _moved(fd: int) -> int:
    """Lift a descriptor above those that the child is to have, and close it on exec."""
    lifted = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _SAFE_FD)
    os.close(fd)
    return lifted


def _enter_walls(step: _Step) -> None:
    step.name = "oom"
    limits.go_first_when_memory_is_short()
    step.name = "user"
    own_proc = namespaces.open_own_proc()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(namespaces.NOBODY, namespaces.NOBODY, namespaces.NOBODY)
        os.setresuid(namespaces.NOBODY, namespaces.NOBODY, namespaces.NOBODY)
        syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)  # or /proc/self would belong to root
    step.name = "namespaces"
    namespaces.enter(os.geteuid(), os.getegid(), own_proc=own_proc)
    os.close(own_proc)
    step.name = "root"
    root.enter("root")


def _become_child(step: _Step, fds: tuple[int, int, int]) -> NoReturn:
    """Turn the first process of the new pid namespace into the child's interpreter."""
    request, result, log = fds
    step.name = "session"
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    step.name = "files"
    for target, fd in enumerate((request, log, log, result)):
        os.dup2(fd, target)
    step.name = "limits"
    limits.set_fixed()
    step.name = "capabilities"
    capabilities.drop_all()
    step.name = "exec"
    os.execve(PYTHON, ARGUMENTS, ENVIRONMENT)


def _watch(pid: int, control: socket.socket) -> None:
    """Report the child's end; kill it when the server is gone."""
    pidfd = os.pidfd_open(pid)
    try:
        socket.send_fds(control, [MADE_FORM.pack(MADE, pid)], [pidfd])
    except OSError:
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.register(control, 0)
    if pidfd not in (fd for fd, _ in poll.poll()):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    os.close(pidfd)
    _, status, usage = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    with contextlib.suppress(BrokenPipeError):  # nobody is left to hear it
        control.send(ENDED_FORM.pack(ENDED, code, usage.ru_utime + usage.ru_stime))
