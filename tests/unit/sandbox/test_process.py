"""A process held by its pidfd, while it lives and after."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from sandbox import processors
from sandbox.process import Process, is_process


@pytest.fixture
def other() -> Iterator["subprocess.Popen[bytes]"]:
    other = subprocess.Popen(["/bin/sleep", "60"])
    yield other
    other.kill()
    other.wait()


@pytest.fixture
def process(other: "subprocess.Popen[bytes]") -> Iterator[Process]:
    process = Process(os.pidfd_open(other.pid))
    yield process
    process.close()


class TestALivingProcess:
    def test_is_known_by_its_number(self, process: Process, other: "subprocess.Popen[bytes]") -> None:
        assert process.pid() == other.pid
        assert not process.is_gone()

    def test_is_measured(self) -> None:
        own = Process(os.pidfd_open(os.getpid()))
        assert own.address_space_bytes() > 1 << 20
        used = own.cpu_s()
        assert used is not None
        assert used > 0
        own.close()

    def test_keeps_to_the_processor_that_it_is_given(
        self, process: Process, other: "subprocess.Popen[bytes]"
    ) -> None:
        processor = processors.allowed()[-1]
        assert process.keep_on(processor)
        assert os.sched_getaffinity(other.pid) == {processor}

    def test_is_left_where_it_is_if_the_host_forbids(self, process: Process) -> None:
        assert not process.keep_on(1 << 14)

    def test_clock_that_was_found_ahead_is_its_own(self) -> None:
        own = Process(os.pidfd_open(os.getpid()))
        own.find_clock()
        used = own.cpu_s()
        assert used is not None
        assert used == pytest.approx(time.process_time(), abs=0.5)
        own.close()

    def test_is_killed(self, process: Process, other: "subprocess.Popen[bytes]") -> None:
        process.kill()
        assert other.wait() == -signal.SIGKILL
        assert process.is_gone()
        process.kill()


class TestADeadProcess:
    def test_has_no_clock_that_was_found_while_it_lived(
        self, process: Process, other: "subprocess.Popen[bytes]"
    ) -> None:
        process.find_clock()
        assert process.cpu_s() is not None
        other.kill()
        other.wait()
        assert process.cpu_s() is None

    def test_has_no_number_and_no_clock_once_it_was_reaped(
        self, process: Process, other: "subprocess.Popen[bytes]"
    ) -> None:
        other.kill()
        other.wait()
        assert process.pid() is None
        assert process.cpu_s() is None
        assert not process.keep_on(processors.allowed()[0])
        assert process.is_gone()
        process.reap()  # which is nobody's duty any more

    def test_is_reaped_where_it_is_our_child(self) -> None:
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        process = Process(os.pidfd_open(pid))
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        process.reap()
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, 0)
        process.close()


class TestLettingGo:
    def test_nothing_can_happen_to_it_any_more(
        self, process: Process, other: "subprocess.Popen[bytes]"
    ) -> None:
        process.close()
        process.close()
        process.kill()
        assert other.poll() is None
        assert process.is_gone()
        with pytest.raises(ValueError, match="nobody holds"):
            process.fileno()


class TestDescriptorsFromElsewhere:
    def test_a_pidfd_stands_for_a_process_dead_or_alive(self, other: "subprocess.Popen[bytes]") -> None:
        pidfd = os.pidfd_open(other.pid)
        assert is_process(pidfd)
        other.kill()
        other.wait()
        assert is_process(pidfd)
        os.close(pidfd)

    def test_nothing_else_does(self) -> None:
        fds = [*os.pipe(), os.memfd_create("x"), os.open("/proc/self", os.O_PATH)]
        assert [is_process(fd) for fd in fds] == [False] * 4
        for fd in fds:
            os.close(fd)
