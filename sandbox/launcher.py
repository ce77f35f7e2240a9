"""The trusted stage between server and child: builds the walls and starts the first process inside.

Exec'ed with an empty environment and one thread, because a process with threads cannot enter a user
namespace. Working directory: the image's folder, in which `root` is to be the new root. It holds
no input and no secret. That first process is either a child with an interpreter of its own, which
the launcher watches to its end, or a zygote, which it leaves alone. Imports `sandbox.jail` and the
standard library.
"""

import contextlib
import fcntl
import os
import select
import signal
import socket
import sys
from typing import Final, NoReturn

from sandbox import enclosure, orders
from sandbox.jail import capabilities, landlock, limits, seccomp, syscalls, walls
from sandbox.jail.walls import Wall, Walls

CHILD: Final = "child"
ZYGOTE: Final = "zygote"

_PYTHON: Final = "/python/bin/python3"
_OPTIONS: Final = ("-I", "-S", "-B", "-u", "-X", "utf8")
_THREADS: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_SAFE_FD: Final = 10
_CONTROL_FD: Final = 3
"""Where a zygote finds its control socket."""


def main() -> NoReturn:
    """Launch what the command line says: kind, walls to leave out, control, /proc, and three pipes."""
    kind, without = sys.argv[1:3]
    control_fd, proc, *pipes = (_moved(int(text)) for text in sys.argv[3:])
    with socket.socket(fileno=control_fd) as control:
        launcher = _Launcher(Walls(walls.from_text(without)), control, proc=proc, pipes=pipes)
        code = launcher.launch_child() if kind == CHILD else launcher.launch_zygote()
    os._exit(code)


def _moved(fd: int) -> int:
    """Lift a descriptor above those that the first process is to have."""
    lifted = fcntl.fcntl(fd, fcntl.F_DUPFD, _SAFE_FD)
    os.close(fd)
    return lifted


class _Launcher:
    def __init__(self, to_raise: Walls, control: socket.socket, *, proc: int, pipes: list[int]) -> None:
        self._walls = to_raise
        self._control = control
        self._proc = proc
        self._pipes = pipes

    def launch_child(self) -> int:
        """Make a child and watch it to its end; give this process's exit code."""
        try:
            pid = self._fork()
            if pid == 0:
                self._become_child(*self._pipes)
            for fd in self._pipes:
                os.close(fd)
            _watch(pid, self._tell_of(pid), self._control)
        except OSError as error:
            return self._give_up(error)
        return 0

    def launch_zygote(self) -> int:
        """Make a zygote and leave; give this process's exit code."""
        try:
            pid = self._fork()
            if pid == 0:
                self._become_zygote()
            os.close(self._tell_of(pid))
        except OSError as error:
            return self._give_up(error)
        return 0

    def _fork(self) -> int:
        enclosure.enter(self._walls, self._proc)
        self._walls.step = "fork"
        return os.fork()

    def _tell_of(self, pid: int) -> int:
        self._walls.step = "pidfd"
        pidfd = os.pidfd_open(pid)
        try:
            socket.send_fds(self._control, [orders.MADE], [pidfd])
        except OSError:
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
        return pidfd

    def _give_up(self, error: OSError) -> int:
        with contextlib.suppress(OSError):  # nobody is left to hear it
            self._control.send(orders.failed(self._walls.step, error))
        return 1

    def _become_child(self, request: int, result: int, log: int) -> NoReturn:
        """Turn the first process of the new pid namespace into a child's interpreter."""
        try:
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
            for target, fd in enumerate((request, log, log, result)):
                os.dup2(fd, target)
            self._raise_common_walls()
            self._walls.build(Wall.LIMITS, limits.forbid_processes)
            self._walls.build(Wall.CAPABILITIES, capabilities.drop_all)
            self._walls.build(Wall.LANDLOCK, _restrict)
            self._exec("from sandbox.child.main import main; main()")
        except OSError as error:
            os._exit(self._give_up(error))

    def _become_zygote(self) -> NoReturn:
        """Turn the first process of the new pid namespace into a zygote's interpreter."""
        try:
            os.dup2(self._control.fileno(), _CONTROL_FD)
            self._raise_common_walls()
            self._walls.step = "zygote capabilities"
            capabilities.keep_only(capabilities.SYS_ADMIN)
            first = "from sandbox.zygote import heap, libraries; heap.reserve(); libraries.load()"
            self._exec(f"{first}; from sandbox.zygote.main import main; main()")
        except OSError as error:
            os._exit(self._give_up(error))

    def _raise_common_walls(self) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        self._walls.build(Wall.SESSION, os.setsid)
        self._walls.build(Wall.FILES, self._close_on_exec)
        self._walls.build(Wall.LIMITS, limits.set_fixed)
        self._walls.build(Wall.NO_NEW_PRIVS, seccomp.forbid_new_privileges)

    def _close_on_exec(self) -> None:
        for fd in (self._control.fileno(), self._proc, *self._pipes):
            os.set_inheritable(fd, False)  # noqa: FBT003 - the standard library takes it by position

    def _exec(self, program: str) -> NoReturn:
        self._walls.step = "exec"
        home = enclosure.prefix(self._walls)
        start = f"import sys; sys.path += ['{home}/packages', '{home}/runner']; {program}"
        left_out = walls.to_text(self._walls.without)
        arguments = (home + _PYTHON, *_OPTIONS, "-c", start, left_out)
        environment = {"LD_LIBRARY_PATH": f"{home}/lib", **_THREADS}
        os.execve(home + _PYTHON, arguments, environment)


def _restrict() -> None:
    ruleset = landlock.make_ruleset()
    if ruleset is not None:
        landlock.restrict(ruleset)


def _watch(pid: int, pidfd: int, control: socket.socket) -> None:
    """Report the child's end; kill it when the server is gone."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    poll.register(control, 0)
    if pidfd not in (fd for fd, _ in poll.poll()):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    os.close(pidfd)
    _, status, usage = os.wait4(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    with contextlib.suppress(BrokenPipeError):  # nobody is left to hear it
        control.send(orders.ENDED_FORM.pack(orders.ENDED, 0, code, usage.ru_utime + usage.ru_stime))
