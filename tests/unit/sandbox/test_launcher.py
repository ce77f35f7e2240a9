"""The launcher's order of work and its reports, without leaving this process's own world."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import pytest

from sandbox import enclosure, launcher, orders
from sandbox.jail import capabilities, landlock, limits, namespaces, root, seccomp, syscalls
from sandbox.jail.walls import Wall, Walls

Sockets = tuple[socket.socket, socket.socket]


class Exit(Exception):
    """Stands for the end of the process."""


@contextlib.contextmanager
def recorded() -> Iterator[list[str]]:
    """Record the names of the steps, in the order in which they are taken, for just as long as needed."""
    steps: list[str] = []

    def recorder(name: str) -> Callable[..., None]:
        return lambda *args, **named: steps.append(name)

    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (limits, "go_first_when_memory_is_short"), (limits, "set_fixed"), (limits, "forbid_processes"),
            (namespaces, "become_nobody"), (namespaces, "map_user"), (root, "enter"), (root, "lay_beside"),
            (capabilities, "drop_all"), (capabilities, "keep_only"), (seccomp, "forbid_new_privileges"),
            (landlock, "make_ruleset"), (landlock, "restrict"),
            (syscalls, "prctl"), (syscalls, "unshare"), (syscalls, "sethostname"),
            (signal, "pthread_sigmask"), (os, "setsid"), (os, "dup2"), (os, "set_inheritable"),
        ):  # fmt: skip
            patch.setattr(module, name, recorder(name))
        yield steps


@pytest.fixture
def control() -> Iterator[Sockets]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def proc() -> Iterator[int]:
    fd = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
    yield fd
    os.close(fd)


class TestEnteringTheRing:
    def entered(self, monkeypatch: pytest.MonkeyPatch, proc: int, uid: int, *without: Wall) -> list[str]:
        monkeypatch.setattr(os, "geteuid", lambda: uid)
        with recorded() as order:
            enclosure.enter(Walls(frozenset(without)), proc)
        return order

    def test_root_becomes_nobody_first(self, monkeypatch: pytest.MonkeyPatch, proc: int) -> None:
        assert self.entered(monkeypatch, proc, 0) == [
            "go_first_when_memory_is_short", "become_nobody", "unshare", "map_user", "sethostname", "enter",
        ]  # fmt: skip

    def test_an_ordinary_user_stays(self, monkeypatch: pytest.MonkeyPatch, proc: int) -> None:
        assert self.entered(monkeypatch, proc, 1000) == [
            "go_first_when_memory_is_short", "unshare", "map_user", "sethostname", "enter",
        ]  # fmt: skip

    def test_without_own_users_root_makes_the_others_and_gives_up_last(
        self, monkeypatch: pytest.MonkeyPatch, proc: int
    ) -> None:
        order = self.entered(monkeypatch, proc, 0, Wall.USER, Wall.UTS, Wall.ROOT)
        assert order == ["go_first_when_memory_is_short", "unshare", "lay_beside", "become_nobody"]

    def test_the_image_lies_where_the_root_says(self) -> None:
        assert enclosure.prefix(Walls()) == ""
        assert enclosure.prefix(Walls(frozenset({Wall.ROOT}))) == "/mnt"


class TestBecomingTheFirstProcess:
    @pytest.fixture
    def executed(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
        programs: list[tuple[str, ...]] = []

        def execve(path: str, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
            assert path == arguments[0] == "/python/bin/python3"
            assert set(environment) == {
                "LD_LIBRARY_PATH", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
            }  # fmt: skip
            programs.append(arguments)
            raise Exit

        monkeypatch.setattr(os, "execve", execve)
        return programs

    def test_a_child_has_every_wall_but_the_last(
        self, control: Sockets, executed: list[tuple[str, ...]]
    ) -> None:
        walls = Walls()
        with recorded() as order, pytest.raises(Exit):
            launcher._Launcher(walls, control[1], proc=13, pipes=[10, 11, 12])._become_child(10, 11, 12)
        assert order == [
            "prctl", *["dup2"] * 4, "pthread_sigmask", "setsid", *["set_inheritable"] * 5, "set_fixed",
            "forbid_new_privileges", "forbid_processes", "drop_all", "make_ruleset",
        ]  # fmt: skip
        assert walls.step == "exec"
        assert "sandbox.child.main" in executed[0][-2]

    def test_a_zygote_keeps_what_making_children_takes(
        self, control: Sockets, executed: list[tuple[str, ...]]
    ) -> None:
        with recorded() as order, pytest.raises(Exit):
            launcher._Launcher(Walls(), control[1], proc=13, pipes=[])._become_zygote()
        assert order == [
            "dup2", "pthread_sigmask", "setsid", *["set_inheritable"] * 2, "set_fixed",
            "forbid_new_privileges", "keep_only",
        ]  # fmt: skip
        assert "sandbox.zygote.main" in executed[0][-2]

    def test_walls_that_are_left_out_are_passed_on(
        self, control: Sockets, executed: list[tuple[str, ...]]
    ) -> None:
        walls = Walls(frozenset({Wall.SECCOMP, Wall.SESSION}))
        with recorded() as order, pytest.raises(Exit):
            launcher._Launcher(walls, control[1], proc=13, pipes=[10, 11, 12])._become_child(10, 11, 12)
        assert "setsid" not in order
        assert executed[0][-1] == "SECCOMP,SESSION"

    @pytest.mark.parametrize("kind", [launcher.CHILD, launcher.ZYGOTE])
    def test_what_fails_is_told_by_name_and_ends_it(
        self, control: Sockets, monkeypatch: pytest.MonkeyPatch, kind: str
    ) -> None:
        def refuse() -> None:
            raise PermissionError(1, "Operation not permitted")

        def leave(code: int) -> None:
            raise Exit(code)

        made = launcher._Launcher(Walls(), control[1], proc=13, pipes=[10, 11, 12])
        with recorded(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "setsid", refuse)
            patch.setattr(os, "_exit", leave)
            with pytest.raises(Exit, match="1"):
                made._become_child(10, 11, 12) if kind == launcher.CHILD else made._become_zygote()
        assert control[0].recv(100) == b"Fsession: Operation not permitted"


def fork(run: Callable[[], None]) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            run()
        finally:
            os._exit(7)
    return pid


class TestWatching:
    def test_the_end_is_reported(self, control: Sockets) -> None:
        ours, theirs = control
        pid = fork(lambda: None)
        launcher._watch(pid, os.pidfd_open(pid), theirs)
        kind, number, code, cpu_s = orders.ENDED_FORM.unpack(ours.recv(100))
        assert (kind, number, code) == (orders.ENDED, 0, 7)
        assert cpu_s >= 0

    def test_the_child_dies_when_the_server_hangs_up(self, control: Sockets) -> None:
        ours, theirs = control
        pid = fork(signal.pause)
        ours.shutdown(socket.SHUT_RDWR)
        ours.close()
        launcher._watch(pid, os.pidfd_open(pid), theirs)
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, 0)


class TestLaunching:
    @pytest.fixture
    def fds(self) -> list[int]:
        return [os.dup(fd) for fd in (0, 1, 2)]

    @pytest.fixture
    def made(
        self, control: Sockets, proc: int, fds: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> launcher._Launcher:
        """A launcher that enters nothing, and whose first process ends with code 5."""
        monkeypatch.setattr(enclosure, "enter", lambda walls, proc: None)
        monkeypatch.setattr(launcher._Launcher, "_become_child", lambda made, *fds: os._exit(5))
        monkeypatch.setattr(launcher._Launcher, "_become_zygote", lambda made: os._exit(5))
        return launcher._Launcher(Walls(), control[1], proc=proc, pipes=fds)

    def test_descriptors_are_lifted_above_those_of_the_child(self, fds: list[int]) -> None:
        lifted = [launcher._moved(fd) for fd in fds]
        assert all(fd >= 10 for fd in lifted)
        for fd in lifted:
            os.close(fd)

    @pytest.mark.parametrize("kind", [launcher.CHILD, launcher.ZYGOTE])
    def test_a_failed_step_is_reported_by_name(
        self,
        control: Sockets,
        made: launcher._Launcher,
        fds: list[int],
        monkeypatch: pytest.MonkeyPatch,
        kind: str,
    ) -> None:
        def fail(walls: Walls, proc: int) -> None:
            walls.step = Wall.ROOT.value
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(enclosure, "enter", fail)
        assert (made.launch_child() if kind == launcher.CHILD else made.launch_zygote()) == 1
        assert control[0].recv(100) == b"Fread-only root: Operation not permitted"
        for fd in fds:
            os.close(fd)

    def test_a_child_is_made_watched_and_reported(
        self, control: Sockets, made: launcher._Launcher, fds: list[int]
    ) -> None:
        assert made.launch_child() == 0
        message, passed, _, _ = socket.recv_fds(control[0], 100, 1)
        assert message == orders.MADE
        os.close(passed[0])
        assert orders.ENDED_FORM.unpack(control[0].recv(100))[2] == 5
        for fd in fds:
            with pytest.raises(OSError, match="Bad file"):
                os.close(fd)

    def test_a_zygote_is_made_told_and_left_alone(
        self, control: Sockets, made: launcher._Launcher, fds: list[int]
    ) -> None:
        assert made.launch_zygote() == 0
        message, passed, _, _ = socket.recv_fds(control[0], 100, 1)
        assert message == orders.MADE
        assert os.waitid(os.P_PIDFD, passed[0], os.WEXITED) is not None
        for fd in (*passed, *fds):
            os.close(fd)

    def test_what_nobody_hears_of_is_killed(
        self, control: Sockets, made: launcher._Launcher, fds: list[int]
    ) -> None:
        control[0].close()
        pid = fork(signal.pause)
        os.close(made._tell_of(pid))
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
        for fd in fds:
            os.close(fd)

    @pytest.mark.parametrize(("kind", "code"), [(launcher.CHILD, 3), (launcher.ZYGOTE, 4)])
    def test_main_ends_with_the_code_of_the_launch(
        self, control: Sockets, fds: list[int], monkeypatch: pytest.MonkeyPatch, kind: str, code: int
    ) -> None:
        def leave(code: int) -> None:
            raise Exit(code)

        seen: list[launcher._Launcher] = []

        def launch(made: launcher._Launcher, code: int) -> int:
            seen.append(made)
            made._control.send(b"here")
            return code

        monkeypatch.setattr(launcher._Launcher, "launch_child", lambda made: launch(made, 3))
        monkeypatch.setattr(launcher._Launcher, "launch_zygote", lambda made: launch(made, 4))
        monkeypatch.setattr(os, "_exit", leave)
        ours = [os.dup(control[1].fileno()), os.open("/proc", os.O_PATH)]
        monkeypatch.setattr(sys, "argv", ["-c", kind, "LIMITS", *map(str, [*ours, *fds])])
        with pytest.raises(Exit, match=str(code)):
            launcher.main()
        assert control[0].recv(100) == b"here"
        assert seen[0]._walls.without == {Wall.LIMITS}
        for fd in (seen[0]._proc, *seen[0]._pipes):
            os.close(fd)
