"""The launcher's order of work and its reports, without leaving this process's own world."""

import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox import launcher
from sandbox.errors import LaunchFailed
from sandbox.jail import capabilities, limits, namespaces, root, syscalls
from sandbox.launch import Launched


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
            (limits, "go_first_when_memory_is_short"), (limits, "set_fixed"), (namespaces, "enter"),
            (root, "enter"), (capabilities, "drop_all"), (syscalls, "prctl"),
            (os, "setgroups"), (os, "setresgid"), (os, "setresuid"), (os, "setsid"), (os, "dup2"),
        ):  # fmt: skip
            patch.setattr(module, name, recorder(f"{module.__name__.rpartition('.')[2]}.{name}"))
        yield steps


@pytest.fixture
def control() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        yield ours, theirs


class TestEnteringTheWalls:
    def test_root_becomes_nobody_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        with recorded() as order:
            launcher._enter_walls(launcher._Step())
        assert order == [
            "limits.go_first_when_memory_is_short", "os.setgroups", "os.setresgid", "os.setresuid",
            "syscalls.prctl", "namespaces.enter", "root.enter",
        ]  # fmt: skip

    def test_an_ordinary_user_stays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        with recorded() as order:
            launcher._enter_walls(launcher._Step())
        assert order == ["limits.go_first_when_memory_is_short", "namespaces.enter", "root.enter"]


class TestBecomingTheChild:
    def test_session_files_limits_capabilities_exec(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def execve(path: str, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
            assert path == arguments[0] == "/python/bin/python3"
            assert set(environment) == {
                "LD_LIBRARY_PATH", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
            }  # fmt: skip
            raise Exit

        monkeypatch.setattr(os, "execve", execve)
        step = launcher._Step()
        with recorded() as order, pytest.raises(Exit):
            launcher._become_child(step, (10, 11, 12))
        names = [name.partition(".")[2] for name in order]
        assert names == ["prctl", "setsid", *["dup2"] * 4, "set_fixed", "drop_all"]
        assert step.name == "exec"


def fork(run: Callable[[], None]) -> int:
    pid = os.fork()
    if pid == 0:
        run()
        os._exit(7)
    return pid


class TestWatching:
    def test_the_end_is_reported(self, control: tuple[socket.socket, socket.socket]) -> None:
        ours, theirs = control
        pid = fork(lambda: None)
        launcher._watch(pid, theirs)
        message, fds, _, _ = socket.recv_fds(ours, 100, 1)
        assert launcher.MADE_FORM.unpack(message) == (launcher.MADE, pid)
        os.close(fds[0])
        kind, code, cpu_s = launcher.ENDED_FORM.unpack(ours.recv(100))
        assert (kind, code) == (launcher.ENDED, 7)
        assert cpu_s >= 0

    def test_the_child_dies_when_the_server_hangs_up(
        self, control: tuple[socket.socket, socket.socket]
    ) -> None:
        ours, theirs = control
        pid = fork(signal.pause)
        ours.shutdown(socket.SHUT_RDWR)
        ours.close()
        launcher._watch(pid, theirs)
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, 0)


class TestLaunching:
    @pytest.fixture
    def fds(self) -> tuple[int, int, int]:
        first, second, third = (os.dup(fd) for fd in (0, 1, 2))
        return first, second, third

    def test_descriptors_are_lifted_above_those_of_the_child(self, fds: tuple[int, int, int]) -> None:
        lifted = [launcher._moved(fd) for fd in fds]
        assert all(fd >= 10 and not os.get_inheritable(fd) for fd in lifted)
        for fd in lifted:
            os.close(fd)

    def test_a_failed_step_is_reported_by_name(
        self,
        control: tuple[socket.socket, socket.socket],
        fds: tuple[int, int, int],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def fail(step: launcher._Step) -> None:
            step.name = "root"
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(launcher, "_enter_walls", fail)
        assert launcher._launch(fds, control[1]) == 1
        assert control[0].recv(100) == b"Froot: Operation not permitted"
        for fd in fds:
            os.close(fd)

    def test_a_child_is_made_watched_and_reported(
        self,
        control: tuple[socket.socket, socket.socket],
        fds: tuple[int, int, int],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(launcher, "_enter_walls", lambda step: None)
        monkeypatch.setattr(launcher, "_become_child", lambda step, fds: os._exit(5))
        assert launcher._launch(fds, control[1]) == 0
        _, passed, _, _ = socket.recv_fds(control[0], 100, 1)
        os.close(passed[0])
        assert launcher.ENDED_FORM.unpack(control[0].recv(100))[1] == 5
        for fd in fds:
            with pytest.raises(OSError, match="Bad file"):
                os.close(fd)

    def test_main_ends_with_the_code_of_the_launch(
        self,
        control: tuple[socket.socket, socket.socket],
        fds: tuple[int, int, int],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def leave(code: int) -> None:
            raise Exit(code)

        def launch(fds: tuple[int, int, int], control: socket.socket) -> int:
            for fd in fds:
                os.close(fd)
            control.send(b"here")
            return 3

        monkeypatch.setattr(launcher, "_launch", launch)
        monkeypatch.setattr(os, "_exit", leave)
        monkeypatch.setattr(sys, "argv", ["-c", *map(str, fds), str(os.dup(control[1].fileno()))])
        with pytest.raises(Exit, match="3"):
            launcher.main()
        assert control[0].recv(100) == b"here"


class TestLaunched:
    def test_a_host_without_processes_to_give(self, tmp_path: Path) -> None:
        with pytest.raises(LaunchFailed, match="No such file"):
            Launched(tmp_path / "gone")

    def test_the_first_failure_counts_and_hanging_up_is_heard(self, tmp_path: Path) -> None:
        launched = Launched(tmp_path)
        assert launched.hear()
        launched.control.setblocking(True)
        while launched.hear():
            pass
        assert launched.failed is not None
        assert launched.failed.step == "root"
        assert launched.ended is None
        launched.kill()
        launched.release()
