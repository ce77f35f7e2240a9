"""What a process holds, seen on processes made here."""

import os
import subprocess
import sys

from app.bench.processes import descendants, holdings, total_pss_kib

SLEEPER = (sys.executable, "-S", "-c", "import sys; print(flush=True); sys.stdin.read()")


class TestHoldings:
    def test_a_process_and_a_file_more_are_counted(self) -> None:
        before = holdings()
        with subprocess.Popen(SLEEPER, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdout.readline()
            during = holdings()
            assert descendants(os.getpid()).count(child.pid) == 1
            child.stdin.close()
        after = holdings()
        assert during.processes == before.processes + 1
        assert during.fds == before.fds + 2
        assert (after.fds, after.processes, after.namespaces) == (
            before.fds,
            before.processes,
            before.namespaces,
        )

    def test_memory_is_that_of_the_processes_named(self) -> None:
        mine = total_pss_kib([os.getpid()])
        assert mine is not None
        assert mine > 1000

    def test_a_process_that_is_gone_has_none(self) -> None:
        with subprocess.Popen((sys.executable, "-S", "-c", "")) as child:
            child.wait()
        assert total_pss_kib([child.pid]) == 0
