"""The walls in their order, with the kernel's part recorded, since this process must stay free.

That they hold is proved by real children in the integration tests.
"""

import ctypes
import errno
import os
import resource
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandbox.errors import Unavailable
from sandbox.jail import capabilities, limits, namespaces, policy, root, seccomp, syscalls

Told = list[tuple[object, ...]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What would have been asked of the kernel."""
    calls: Told = []

    def recorder(name: str) -> Callable[..., int]:
        def record(*args: object) -> int:
            calls.append((name, *args))
            return 0

        return record

    for name in ("unshare", "mount", "umount", "pivot_root", "sethostname", "prctl",
                 "clear_capabilities", "install_filter"):  # fmt: skip
        monkeypatch.setattr(syscalls, name, recorder(name))
    monkeypatch.setattr(os, "chdir", recorder("chdir"))
    monkeypatch.setattr(resource, "setrlimit", recorder("setrlimit"))
    monkeypatch.setattr(Path, "write_text", lambda path, text, encoding: calls.append((str(path), text)))
    return calls


class TestNamespaces:
    def test_all_kinds_at_once_then_the_maps(self, told: Told, tmp_path: Path) -> None:
        # The way to /proc may be closed by then: only the open directory is used.
        for name in ("setgroups", "uid_map", "gid_map"):
            (tmp_path / name).touch()
        own_proc = os.open(tmp_path, os.O_PATH)
        namespaces.enter(1000, 1001, own_proc=own_proc)
        os.close(own_proc)
        assert told == [("unshare", 0x7E020000), ("sethostname", "sandbox")]
        written = {path.name: path.read_text() for path in tmp_path.iterdir()}
        assert written == {"setgroups": "deny", "uid_map": "65534 1000 1", "gid_map": "65534 1001 1"}

    def test_the_open_directory_is_this_process(self) -> None:
        own_proc = namespaces.open_own_proc()
        assert os.readlink("exe", dir_fd=own_proc) == str(Path("/proc/self/exe").readlink())
        os.close(own_proc)


class TestRoot:
    def test_private_bound_read_only_pivoted_detached(self, told: Told) -> None:
        root.enter("root")
        assert [call[0] for call in told] == [
            "mount", "mount", "chdir", "mount", "pivot_root", "umount", "chdir",
        ]  # fmt: skip
        assert told[3] == ("mount", "none", ".", 0x1027)
        assert told[-1] == ("chdir", "/")


class TestCapabilities:
    def test_bounding_set_then_locks_then_nothing_left(
        self, told: Told, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def prctl(option: int, value: int) -> int:
            if option == syscalls.PR_CAPBSET_DROP and value > 40:
                raise OSError(errno.EINVAL, "prctl")
            told.append((option, value))
            return 0

        monkeypatch.setattr(syscalls, "prctl", prctl)
        capabilities.drop_all()
        assert told[:41] == [(syscalls.PR_CAPBSET_DROP, n) for n in range(41)]
        assert told[41:] == [
            (syscalls.PR_SET_SECUREBITS, 0b1110_1111),
            (syscalls.PR_SET_NO_NEW_PRIVS, 1),
            ("clear_capabilities",),
        ]

    def test_a_refusal_is_no_end_of_the_list(self, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(option: int, value: int) -> int:
            raise OSError(errno.EPERM, "prctl")

        monkeypatch.setattr(syscalls, "prctl", refuse)
        with pytest.raises(OSError, match="prctl"):
            capabilities.drop_all()
        assert told == []


class TestLimits:
    def test_soft_equals_hard_and_never_more_than_the_host_gives(
        self, told: Told, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(resource, "getrlimit", lambda kind: (10, 10))
        limits.set_fixed()
        assert ("setrlimit", resource.RLIMIT_NOFILE, (10, 10)) in told
        assert ("setrlimit", resource.RLIMIT_CORE, (0, 0)) in told

    def test_for_a_run(self, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resource, "getrlimit", lambda kind: (-1, -1))
        usage = resource.struct_rusage((0.3, 0.2, *range(14)))
        monkeypatch.setattr(resource, "getrusage", lambda who: usage)
        limits.set_for_run(1 << 30, 1.6)
        assert told == [
            ("setrlimit", resource.RLIMIT_CPU, (3, 3)),
            ("setrlimit", resource.RLIMIT_AS, (1 << 30, 1 << 30)),
        ]

    def test_oom_score_is_a_wish(self, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        limits.go_first_when_memory_is_short()
        assert told == [("/proc/self/oom_score_adj", "1000")]

        def refuse(path: Path, text: str, encoding: str) -> None:
            raise PermissionError

        monkeypatch.setattr(Path, "write_text", refuse)
        limits.go_first_when_memory_is_short()


class TestSeccomp:
    def test_not_to_be_looked_into_then_filtered(self, told: Told) -> None:
        seccomp.install(b"program")
        assert told == [("prctl", syscalls.PR_SET_DUMPABLE, 0), ("install_filter", b"program")]


class TestPolicy:
    def test_lists_do_not_contradict_each_other(self) -> None:
        conditional = {rule.name for rule in policy.CONDITIONAL}
        lists = [policy.ALLOWED, policy.KILLED, policy.NOT_THERE, frozenset(conditional)]
        assert sum(map(len, lists)) == len(frozenset().union(*lists))

    def test_nothing_that_makes_processes_or_files_is_allowed(self) -> None:
        named = policy.ALLOWED | {rule.name for rule in policy.CONDITIONAL}
        dangerous = "fork vfork clone clone3 execve execveat socket connect creat mkdir unlink rename link \
            symlink memfd_create prctl seccomp kill tgkill tkill pidfd_open shmget msgget mq_open truncate"
        assert named.isdisjoint(dangerous.split())

    def test_calls_that_the_library_does_not_know_are_left_to_the_default(self) -> None:
        library = SimpleNamespace(seccomp_syscall_resolve_name=lambda name: -1)
        policy._add(library, ctypes.c_void_p(1), 0, policy.Rule("no_such_call", ()))  # type: ignore[arg-type]

    def test_refusals_of_the_library_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(Unavailable, match="refused the filter"):
            policy._checked("rule", -errno.EINVAL)

        class NoContext:
            @staticmethod
            def seccomp_init(action: int) -> None: ...

        monkeypatch.setattr(ctypes, "CDLL", lambda name, use_errno: NoContext)
        with pytest.raises(Unavailable, match="could not begin"):
            policy.compile_filter()

    def test_compiles_to_whole_instructions(self) -> None:
        program = policy.compile_filter()
        assert len(program) % 8 == 0
        assert len(program) > 8 * 50


class TestSystemCalls:
    @pytest.mark.parametrize(
        "call",
        [
            lambda: syscalls.unshare(0x1),
            lambda: syscalls.mount("none", "/nowhere/at/all", 0x20),
            lambda: syscalls.umount("/nowhere/at/all", 0),
            lambda: syscalls.pivot_root("/nowhere/at/all", "/nowhere/at/all"),
            lambda: syscalls.sethostname("x" * 1000),
            lambda: syscalls.prctl(-1, 0),
            lambda: syscalls.install_filter(b""),
        ],
    )
    def test_errors_are_raised_with_the_name(self, call: Callable[[], None]) -> None:
        with pytest.raises(OSError, match=r"^\[Errno \d+\] \w+: ") as caught:
            call()
        assert caught.value.errno in (errno.EINVAL, errno.ENOENT, errno.EPERM, errno.EACCES)

    def test_an_answer_is_given(self) -> None:
        assert syscalls.prctl(syscalls.PR_CAPBSET_READ, 0) in (0, 1)

    def test_capabilities_are_cleared_by_version_3_for_both_halves(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sizes: list[int] = []

        def capset(header: object, data: ctypes.Array[ctypes.Structure]) -> int:
            sizes.append(ctypes.sizeof(data))
            return 0

        libc = SimpleNamespace(capset=capset)
        monkeypatch.setattr(syscalls, "_libc", libc)
        syscalls.clear_capabilities()
        assert sizes == [24]

    def test_capabilities_are_cleared_in_a_process_of_its_own(self) -> None:
        pid = os.fork()
        if pid == 0:
            syscalls.clear_capabilities()
            status = Path("/proc/self/status").read_text(encoding="ascii")
            os._exit(0 if "CapEff:\t0000000000000000" in status else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
