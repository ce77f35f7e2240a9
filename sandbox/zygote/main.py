"""The life of a zygote: warm up, then fork a child on each order and tell how each one ended."""

import os
import select
import site
import socket
import struct
import sys
from typing import Final, NoReturn

from sandbox import orders
from sandbox.child import lockdown
from sandbox.jail import seccomp, walls
from sandbox.jail.walls import Wall, Walls
from sandbox.zygote import huge_pages, preload
from sandbox.zygote.birth import Bounds, Nursery

_CONTROL_FD: Final = 3
_FD: Final = struct.Struct("i")


def main() -> NoReturn:
    """Serve until the server hangs up; every child dies with this process."""
    to_raise = Walls(walls.from_text(sys.argv[1]))
    with socket.socket(fileno=_CONTROL_FD) as control:
        to_raise.build(Wall.DUMPABLE, seccomp.forbid_looking_in)
        site.setquit()
        preload.load()
        lockdown.forget(to_raise)
        zygote = _Zygote(control, Nursery(to_raise, _filter(control)))
        huge_pages.collapse()
        preload.settle()
        control.send(orders.READY)
        zygote.serve()
    os._exit(0)


def _filter(control: socket.socket) -> bytes:
    """Wait for the program of the filter; without one there is nothing to live for."""
    message = control.recv(orders.MAX_BYTES)
    if message[:1] != orders.FILTER:
        os._exit(1)
    return message[1:]


class _Zygote:
    def __init__(self, control: socket.socket, nursery: Nursery) -> None:
        self._control = control
        self._nursery = nursery
        self._children: dict[int, tuple[int, int]] = {}
        """Number and pid by pidfd, which tells of the end."""
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)

    def serve(self) -> None:
        """Take orders and bury children; end where the server hangs up or says what is no order."""
        while True:
            for fd, _ in self._poll.poll():
                if not (self._bury(fd) if fd in self._children else self._obey()):
                    return

    def _obey(self) -> bool:
        message, pipes, _, _ = socket.recv_fds(self._control, orders.MAX_BYTES, orders.FORK_FDS)
        if len(message) != orders.FORK_FORM.size or len(pipes) != orders.FORK_FDS:
            return False
        kind, number, warmed, *bounds = orders.FORK_FORM.unpack(message)
        if kind != orders.FORK:
            return False
        born = [orders.BORN_FORM.pack(orders.BORN, number)]
        try:
            pid = self._nursery.bear(pipes, Bounds(*bounds), warmed=warmed)
            pidfd = os.pidfd_open(pid)
        except OSError as error:
            return self._give_up("fork", error)
        # As little as can be: the child waits for this processor, and each page written to is copied now.
        self._control.sendmsg(born, [(socket.SOL_SOCKET, socket.SCM_RIGHTS, _FD.pack(pidfd))])
        for fd in pipes:
            os.close(fd)
        self._children[pidfd] = number, pid
        self._poll.register(pidfd, select.POLLIN)
        return True

    def _bury(self, pidfd: int) -> bool:
        number, pid = self._children.pop(pidfd)
        self._poll.unregister(pidfd)
        os.close(pidfd)
        _, status, usage = os.wait4(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        cpu_s = usage.ru_utime + usage.ru_stime
        self._control.send(orders.ENDED_FORM.pack(orders.ENDED, number, code, cpu_s))
        try:
            self._nursery.prepare()
        except OSError as error:
            return self._give_up("prepare", error)
        return True

    def _give_up(self, step: str, error: OSError) -> bool:
        self._control.send(orders.failed(step, error))
        return False
