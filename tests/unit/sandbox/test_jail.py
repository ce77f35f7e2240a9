"""The walls in their order, with the kernel's part recorded, since this process must stay free.

That they hold is proved by real children in the integration tests.
"""

import contextlib
import ctypes
import errno
import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandbox.errors import Unavailable
from sandbox.jail import capabilities, limits, namespaces, policy, root, seccomp, syscalls, walls
from sandbox.jail.walls import Wall

Told = list[tuple[object, ...]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What would have been asked of the kernel."""
    calls: Told = []

    def recorder(name: str) -> Callable[..., int]:
        def record(*args: object, **named: object) -> int:
            calls.append((name, *args, *named.items()))
            return 0

        return record

    for name in ("unshare", "mount", "umount", "pivot_root", "sethostname", "prctl"):
        monkeypatch.setattr(syscalls, name, recorder(name))
    for name in ("chdir", "setgroups", "setresgid", "setresuid"):
        monkeypatch.setattr(os, name, recorder(name))
    monkeypatch.setattr(resource, "setrlimit", recorder("setrlimit"))
    attach = recorder("attach filter")
    monkeypatch.setattr(syscalls, "prepared_filter", lambda program: lambda: attach(program))
    return calls


@pytest.fixture
def own_proc(tmp_path: Path) -> Iterator[int]:
    """A folder that stands for this process's own one in /proc."""
    fd = os.open(tmp_path, os.O_PATH)
    yield fd
    os.close(fd)


class TestNamespaces:
    def test_the_maps_show_one_user_who_may_never_get_groups(self, tmp_path: Path, own_proc: int) -> None:
        # The way to /proc may be closed by then: only the open directory is used.
        for name in ("setgroups", "uid_map", "gid_map"):
            (tmp_path / name).touch()
        namespaces.map_user(1000, 1001, own_proc=own_proc)
        written = {path.name: path.read_text() for path in tmp_path.iterdir()}
        assert written == {"setgroups": "deny", "uid_map": "65534 1000 1", "gid_map": "65534 1001 1"}

    def test_root_is_given_up_groups_first(self, told: Told) -> None:
        namespaces.become_nobody()
        nobody = (namespaces.NOBODY,) * 3
        assert told == [
            ("setgroups", []),
            ("setresgid", *nobody),
            ("setresuid", *nobody),
            ("prctl", syscalls.PR_SET_DUMPABLE, 1),
        ]

    def test_the_open_directory_is_this_process(self) -> None:
        proc = os.open("/proc", os.O_PATH)
        own_proc = namespaces.open_own_proc(proc)
        assert os.readlink("exe", dir_fd=own_proc) == str(Path("/proc/self/exe").readlink())
        for fd in (proc, own_proc):
            os.close(fd)


class TestWalls:
    def test_all_kinds_of_namespace_at_once(self) -> None:
        assert walls.Walls().flags(*namespaces.FLAGS) == 0x7E020000

    def test_what_is_left_out_is_not_raised_but_named(self) -> None:
        raised: list[str] = []
        to_raise = walls.Walls(frozenset({Wall.NET, Wall.SESSION}))
        to_raise.build(Wall.SESSION, lambda: raised.append("session"))
        assert (raised, to_raise.step) == ([], "session")
        to_raise.build(Wall.LIMITS, lambda: raised.append("limits"))
        assert (raised, to_raise.step) == (["limits"], "resource limits")
        assert to_raise.flags("net", "ipc") == namespaces.FLAGS["ipc"]
        assert not to_raise.include(Wall.NET)

    @pytest.mark.parametrize("without", [frozenset(), frozenset({Wall.NET}), frozenset(Wall)])
    def test_walls_go_through_a_command_line(self, without: frozenset[Wall]) -> None:
        text = walls.to_text(without)
        assert " " not in text
        assert walls.from_text(text) == without


class TestRoot:
    def test_private_bound_read_only_pivoted_detached(self, told: Told) -> None:
        root.enter("root")
        assert [call[0] for call in told] == [
            "mount", "mount", "chdir", "mount", "pivot_root", "umount", "chdir",
        ]  # fmt: skip
        assert told[3] == ("mount", "none", ".", 0x1027)
        assert told[-1] == ("chdir", "/")

    def test_beside_the_hosts_own_for_tests(self, told: Told) -> None:
        root.lay_beside("root")
        assert [call[:3] for call in told] == [("mount", "none", "/"), ("mount", "root", "/mnt")]


class TestCapabilities:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> Told:
        """What is asked of a kernel whose last capability is 40."""
        calls: Told = []

        def prctl(option: int, *values: int) -> int:
            if option == syscalls.PR_CAPBSET_DROP and values[0] > 40:
                ctypes.set_errno(errno.EINVAL)
                return -1
            calls.append((option, *(value for value in values if value)))
            return 0

        def capset(header: object, data: ctypes.Array[syscalls._CapData]) -> int:
            low = data[0]
            calls.append(("capset", low.effective, low.permitted, low.inheritable))
            return 0

        monkeypatch.setattr(syscalls, "_prctl", prctl)
        monkeypatch.setattr(syscalls, "_capset", capset)
        return calls

    def test_bounding_set_then_locks_then_nothing_left(self, asked: Told) -> None:
        capabilities.drop_all()
        assert asked[1:41] == [(syscalls.PR_CAPBSET_DROP, n) for n in range(1, 41)]
        assert asked[41:] == [(syscalls.PR_SET_SECUREBITS, 0b1110_1111), ("capset", 0, 0, 0)]

    def test_one_is_kept_over_an_exec_and_the_means_to_get_others_goes_last(self, asked: Told) -> None:
        capabilities.keep_only(capabilities.SYS_ADMIN)
        assert asked[1:40] == [(syscalls.PR_CAPBSET_DROP, n) for n in range(1, 41) if n != 21]
        both, kept = 1 << 21 | 1 << 8, 1 << 21
        assert asked[40:] == [
            ("capset", both, both, kept),
            (47, 2, 21),
            (syscalls.PR_SET_SECUREBITS, 0b1110_1111),
            ("capset", kept, kept, kept),
        ]

    def test_a_refusal_is_no_end_of_the_list(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*args: int) -> int:
            ctypes.set_errno(errno.EPERM)
            return -1

        monkeypatch.setattr(syscalls, "_prctl", refuse)
        with pytest.raises(OSError, match="prctl"):
            capabilities.drop_all()


class TestLimits:
    def test_soft_equals_hard_and_never_more_than_the_host_gives(
        self, told: Told, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(resource, "getrlimit", lambda kind: (10, 10))
        limits.set_fixed()
        assert ("setrlimit", resource.RLIMIT_NOFILE, (10, 10)) in told
        assert ("setrlimit", resource.RLIMIT_CORE, (0, 0)) in told

    def test_no_other_process(self, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resource, "getrlimit", lambda kind: (-1, -1))
        limits.forbid_processes()
        assert told == [("setrlimit", resource.RLIMIT_NPROC, (0, 0))]

    def test_for_a_run(self, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resource, "getrlimit", lambda kind: (-1, -1))
        limits.set_for_run(1 << 30, 3)
        assert told == [
            ("setrlimit", resource.RLIMIT_CPU, (3, 3)),
            ("setrlimit", resource.RLIMIT_AS, (1 << 30, 1 << 30)),
        ]

    @pytest.mark.parametrize(
        ("cpu_s", "used_s", "whole"), [(0.5, 0.0, 1), (2.0, 0.0, 2), (2.0, 0.1, 3), (1.6, 0.5, 3)]
    )
    def test_the_kernel_counts_whole_seconds(self, cpu_s: float, used_s: float, whole: int) -> None:
        assert limits.whole_seconds(cpu_s, used_s) == whole

    def test_the_first_to_go_when_memory_is_short(self, tmp_path: Path, own_proc: int) -> None:
        (tmp_path / "oom_score_adj").touch()
        limits.go_first_when_memory_is_short(own_proc)
        assert (tmp_path / "oom_score_adj").read_text() == "1000"

    def test_which_is_a_wish(self, tmp_path: Path, own_proc: int) -> None:
        limits.go_first_when_memory_is_short(own_proc)
        assert list(tmp_path.iterdir()) == []


class TestSeccomp:
    def test_not_to_be_looked_into(self, told: Told) -> None:
        seccomp.forbid_looking_in()
        assert told == [("prctl", syscalls.PR_SET_DUMPABLE, 0)]

    def test_no_new_privileges_then_filtered(self, told: Told) -> None:
        seccomp.forbid_new_privileges()
        seccomp.install(b"program")
        assert told == [("prctl", syscalls.PR_SET_NO_NEW_PRIVS, 1), ("attach filter", b"program")]


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
            lambda: seccomp.install(b""),
            lambda: syscalls.raise_ambient(1000),
            lambda: syscalls.enter_namespace(-1, 0),
        ],
    )
    def test_errors_are_raised_with_the_name(self, call: Callable[[], None]) -> None:
        with pytest.raises(OSError, match=r"^\[Errno \d+\] \w+: ") as caught:
            call()
        assert caught.value.errno in (
            errno.EINVAL, errno.ENOENT, errno.EPERM, errno.EACCES, errno.EBADF,
        )  # fmt: skip

    def test_an_answer_is_given(self) -> None:
        assert syscalls.prctl(syscalls.PR_CAPBSET_READ, 0) in (0, 1)

    def test_capabilities_are_set_by_version_3_for_both_halves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        words: list[tuple[int, int, int]] = []

        def capset(header: object, data: ctypes.Array[syscalls._CapData]) -> int:
            words.extend((half.effective, half.permitted, half.inheritable) for half in data)
            return 0

        monkeypatch.setattr(syscalls, "_capset", capset)
        syscalls.set_capabilities(effective=1 << 40 | 1, inheritable=2)
        assert words == [(1, 1, 2), (1 << 8, 1 << 8, 0)]

    def test_capabilities_are_cleared_in_a_process_of_its_own(self) -> None:
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(BaseException):
                syscalls.set_capabilities(effective=0, inheritable=0)
                status = Path("/proc/self/status").read_text(encoding="ascii")
                os._exit(0 if "CapEff:\t0000000000000000" in status else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
