"""Attacks on the walls: each fails inside, and its control shows that it works outside."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.spec import Call, Limits, Opaque, RunStatus
from tests.support.children import Children, value_of

pytestmark = pytest.mark.hostile
in_module_loop = pytest.mark.asyncio(loop_scope="module")

PRELUDE = """
import ctypes, errno, os, socket, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)

def said(action):
    try:
        action()
    except OSError as error:
        return errno.errorcode[error.errno]
    except RuntimeError as error:
        return str(error)
    return "done"

def call(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "call")

def forked():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)

def connect(family, address):
    with socket.socket(family) as s:
        s.connect(address)

"""  # fmt: skip


def source_of(actions: list[str]) -> str:
    """Write a module that tries each action and tells how it went."""
    lines = "".join(f"    told.append(said(lambda: {action}))\n" for action in actions)
    return f"{PRELUDE}\ndef f():\n    told = []\n{lines}    return '|'.join(told)\n"


def outside(actions: list[str]) -> list[str]:
    """Do the same with no wall at all."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", source_of(actions) + "print(f())"],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    return done.stdout.strip().split("|")


ATTEMPTS: list[tuple[str, str, str | None]] = [
    ("open('/etc/passwd')", "ENOENT", "done"),
    ("os.listdir('/proc')", "ENOENT", "done"),
    ("os.listdir('/dev')", "ENOENT", "done"),
    ("open('/dev/null', 'w')", "EPERM", "done"),
    ("open('/python/new', 'w')", "EPERM", "ENOENT"),
    ("os.open('/', os.O_TMPFILE | os.O_WRONLY)", "EPERM", None),
    ("os.mkdir('/new')", "EPERM", None),
    ("os.memfd_create('x')", "EPERM", "done"),
    ("os.pipe()", "EPERM", "done"),
    ("socket.socket()", "EPERM", "done"),
    ("socket.socketpair()", "EPERM", "done"),
    ("socket.socket(socket.AF_VSOCK)", "EPERM", None),
    ("socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)", "EPERM", None),
    ("forked()", "EPERM", "done"),
    ("call(libc.vfork())", "EPERM", None),
    ("call(libc.syscall(435, 0, 0))", "ENOSYS", "EINVAL"),
    ("os.execv('/python/bin/python3', ['python3'])", "EPERM", None),
    ("threading.Thread(target=print).start()", "can't start new thread", "done"),
    ("os.kill(0, 0)", "EPERM", "done"),
    ("os.kill(-1, 0)", "EPERM", None),
    ("os.pidfd_open(os.getpid())", "EPERM", "done"),
    ("os.setpriority(os.PRIO_PROCESS, 0, -20)", "EPERM", None),
    ("os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))", "EPERM", None),
    ("os.setuid(0)", "EPERM", None),
    ("os.chdir('/lib')", "EPERM", "done"),
    ("call(libc.prctl(4, 1, 0, 0, 0))", "EPERM", "done"),
    ("call(libc.prctl(22, 0, 0, 0, 0))", "EPERM", "EINVAL"),
    ("call(libc.personality(0))", "EPERM", "done"),
    ("call(libc.shmget(0, 4096, 0o1600))", "EPERM", None),
    ("call(libc.eventfd(0, 0))", "EPERM", "done"),
    ("call(libc.inotify_init())", "EPERM", "done"),
    ("__import__('fcntl').flock(1, 2)", "EPERM", None),
    ("__import__('fcntl').fcntl(1, 1031, 1 << 20)", "EPERM", None),
    ("__import__('fcntl').ioctl(0, 0x5412, b'x')", "EPERM", None),
    ("__import__('mmap').mmap(-1, 4096, prot=7)", "EPERM", "done"),
    ("__import__('mmap').mmap(-1, 4096, prot=5)", "EPERM", "done"),
    ("call(libc.mprotect(libc.valloc(4096) & 0, 4096, 5))", "EPERM", "ENOMEM"),
]
"""What is tried, what a child hears, and what happens without walls where that does no harm."""


class TestRefused:
    @in_module_loop
    async def test_by_the_kernel(self, children: Children) -> None:
        actions = [action for action, _, _ in ATTEMPTS]
        result = await children.run(source_of(actions), Call("f", ()))
        told = str(value_of(result.outcomes[0])).split("|")
        assert dict(zip(actions, told, strict=True)) == {action: error for action, error, _ in ATTEMPTS}

    def test_the_controls_succeed_or_fail_in_another_way(self) -> None:
        controls = {action: control for action, _, control in ATTEMPTS if control is not None}
        assert dict(zip(controls, outside(list(controls)), strict=True)) == controls

    @in_module_loop
    @pytest.mark.parametrize(
        "number",
        [
            pytest.param(101, id="ptrace"),
            pytest.param(310, id="process_vm_readv"),
            pytest.param(165, id="mount"),
            pytest.param(272, id="unshare"),
            pytest.param(308, id="setns"),
            pytest.param(161, id="chroot"),
            pytest.param(250, id="keyctl"),
            pytest.param(321, id="bpf"),
            pytest.param(425, id="io_uring_setup"),
            pytest.param(323, id="userfaultfd"),
            pytest.param(298, id="perf_event_open"),
            pytest.param(304, id="open_by_handle_at"),
            pytest.param(0x40000000 + 39, id="x32"),
        ],
    )
    @pytest.mark.skipif(os.uname().machine != "x86_64", reason="system call numbers of x86_64")
    async def test_by_death(self, children: Children, number: int) -> None:
        source = f"{PRELUDE}\ndef f(): return libc.syscall({number}, 0, 0, 0, 0, 0)"
        result = await children.run(source, Call("f", ()))
        assert (result.status, result.detail) == (
            RunStatus.EXITED,
            "killed for a forbidden system call",
        )

    @in_module_loop
    async def test_a_fork_bomb_stops_at_its_first_fork(self, children: Children) -> None:
        source = "import os\ndef f():\n    n = 0\n    while True:\n        os.fork()\n        n += 1\n"
        result = await children.run(source, Call("f", ()), limits=Limits(wall_s=5))
        assert result.status is RunStatus.COMPLETED
        assert "PermissionError" in repr(result.outcomes[0])


@in_module_loop
class TestNothingToSee:
    async def test_the_environment_is_empty(
        self, children: Children, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RIGHTSHAPE_CANARY", "canary")
        assert await children.value("import os; return len(os.environ)") == 0
        scan = """
            import ctypes, os
            return str(ctypes.CDLL(None).getenv(b"RIGHTSHAPE_CANARY"))
        """
        assert await children.value(scan) == "0"

    async def test_only_the_meant_descriptors_are_open(self, children: Children) -> None:
        body = """
            import os
            found = []
            for fd in range(4096):
                try: os.fstat(fd)
                except OSError: continue
                found.append(fd)
            return tuple(found)
        """
        assert await children.value(body) == (0, 1, 2, 3)

    async def test_the_host_cannot_be_told_from_inside(self, children: Children) -> None:
        body = """
            import os, sys, socket
            host = socket.gethostname() if False else os.uname().nodename
            return host, os.getuid(), os.getgid(), os.getpid(), os.getppid(), os.getcwd(), sys.executable
        """
        expected = ("sandbox", 65534, 65534, 1, 0, "/", "/python/bin/python3")
        assert await children.value(body) == expected

    async def test_no_path_of_the_host_stands_in_sys(self, children: Children) -> None:
        body = """
            import sys, sysconfig
            told = [repr(value) for name, value in vars(sys).items() if name != "modules"]
            told += [str(getattr(module, "__file__", "")) for module in list(sys.modules.values())]
            told += [repr(sysconfig.get_config_vars()), repr(sysconfig.get_paths())]
            return " ".join(told).count(needle)
        """
        for needle in (sys.base_prefix, str(Path(os.__file__).parent.parent)):
            if needle in ("/usr", "/usr/local", "/usr/lib"):
                continue
            assert await children.value(f"needle = {needle!r}\n" + _dedented(body)) == 0

    async def test_the_harness_cannot_be_imported(self, children: Children) -> None:
        body = "import sys\nreturn tuple(n for n in sys.modules if 'sandbox' in n), tuple(sys.path)"
        value = await children.value(body)
        assert isinstance(value, tuple)
        assert value[0] == ()
        assert "/runner" not in str(value[1])

    async def test_standard_input_is_at_its_end(self, children: Children) -> None:
        assert await children.value("import sys\nreturn sys.stdin.read()") == ""

    async def test_two_children_draw_different_numbers(self, children: Children) -> None:
        body = "import random\nreturn random.random(), float(np.random.rand())"
        first, second = [await children.value(body) for _ in range(2)]
        assert isinstance(first, tuple)
        assert isinstance(second, tuple)
        assert all(a != b for a, b in zip(first, second, strict=True))

    async def test_fresh_memory_holds_nothing_of_others(self, children: Children) -> None:
        assert await children.value("return int(np.empty(1 << 22).any())") == 0

    async def test_limits_of_the_kernel_are_in_place(self, children: Children) -> None:
        body = """
            import resource as r
            kinds = (r.RLIMIT_CORE, r.RLIMIT_FSIZE, r.RLIMIT_NPROC, r.RLIMIT_MEMLOCK, r.RLIMIT_NOFILE)
            return tuple(r.getrlimit(kind) for kind in kinds)
        """
        assert await children.value(body) == ((0, 0), (0, 0), (0, 0), (0, 0), (64, 64))


@in_module_loop
class TestCallbacks:
    async def test_writable_code_is_refused_even_to_ctypes(self, children: Children) -> None:
        body = """
            import ctypes
            try: ctypes.CFUNCTYPE(int)(lambda: 1)
            except (MemoryError, OSError): return "refused"
            return object()
        """
        assert await children.value(body) in ("refused", Opaque("object"))


def _dedented(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(line[12:] for line in lines)
