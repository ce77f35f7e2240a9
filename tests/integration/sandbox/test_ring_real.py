"""The outer ring on this host: what holds the launcher, and that the inner ring fits into it."""

import os
import select
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from sandbox import image, interpreter, ring, ring_stage
from sandbox.jail import policy
from sandbox.ring import Ring
from sandbox.warm.zygote import Zygote

ROOT = Path(__file__).resolve().parents[3]
LOOK = """
import os, sys
sys.path.append("/image/root/runner")
def said(action):
    try:
        action()
    except OSError as error:
        return error.errno
    return "done"
status = dict(line.split(":", 1) for line in os.fdopen(os.open("self/status", 0, dir_fd=int(sys.argv[1]))))
from sandbox.jail import syscalls
print(dict(
    root=sorted(os.listdir("/")), image=os.listdir("/image"), here=os.getcwd(),
    uid=os.getuid(), groups=os.getgroups(), environment=sorted(os.environ),
    rights=status["CapEff"].strip() + status["CapPrm"].strip(), privileges=status["NoNewPrivs"].strip(),
    write=said(lambda: open("/made", "w")), write_image=said(lambda: open("/image/made", "w")),
    devices=said(lambda: open("/dev/null")), session=os.getsid(0), pid=os.getpid(),
    mount=said(lambda: syscalls.mount("/image", "/image", 0x1000)),
))
"""
FIND = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from sandbox import ring
print(ring.find(Path(sys.argv[1]) / "image"))
"""


@pytest.fixture(scope="module")
def home(images_dir: Path) -> Path:
    return image.ensure(images_dir)


@pytest.fixture(scope="module")
def found(home: Path) -> Ring:
    found = ring.find(home)
    if isinstance(found, str):
        pytest.skip(f"this host has one ring: {found}")
    return found


@pytest.fixture(scope="module")
def seen(found: Ring, home: Path) -> dict[str, object]:
    """What a program finds in the place of the launcher."""
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
    command = found.command([str(proc)])
    stage = command[: command.index(found.bubblewrap) - 1]
    # The stage as it is, with another program in the launcher's place.
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from sandbox import ring_stage; "
        f"ring_stage._PROGRAMS['launch'] = {LOOK!r}; ring_stage.main()"
    )
    done = subprocess.run(
        [*stage, program, found.bubblewrap, ring_stage.LAUNCH, str(proc)],
        cwd=home, env={}, pass_fds=(proc,), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    os.close(proc)
    assert done.returncode == 0, done.stderr
    return dict(eval(done.stdout))  # noqa: S307  # the test's own words


class TestInside:
    def test_there_is_the_image_and_nothing_else(self, seen: dict[str, object]) -> None:
        assert (seen["root"], seen["image"], seen["here"]) == (["image", "lib", "lib64"], ["root"], "/image")
        assert seen["devices"] == 2

    def test_nothing_can_be_written(self, seen: dict[str, object]) -> None:
        assert (seen["write"], seen["write_image"]) == (30, 30)

    def test_nobody_without_rights(self, seen: dict[str, object]) -> None:
        assert (seen["uid"], seen["rights"], seen["privileges"]) == (65534, "0" * 32, "1")
        assert seen["mount"] == 1
        assert set(seen["groups"]) <= {65534}  # type: ignore[call-overload]

    def test_a_session_and_an_environment_of_its_own(self, seen: dict[str, object]) -> None:
        assert seen["environment"] in (["LD_LIBRARY_PATH"], ["LC_CTYPE", "LD_LIBRARY_PATH", "PWD"],
                                       ["LD_LIBRARY_PATH", "PWD"])  # fmt: skip
        assert seen["pid"] in (2, 3)


class TestNesting:
    def test_as_the_user_of_this_test(self, found: Ring) -> None:
        assert found.version

    def test_with_an_image_where_only_its_owner_passes(self, found: Ring, home: Path, tmp_path: Path) -> None:
        closed = tmp_path / "closed"
        shutil.copytree(home, closed / "image", symlinks=True)
        closed.chmod(0o700)
        assert isinstance(ring.find(closed / "image"), Ring)

    def test_as_an_ordinary_user(self, found: Ring, home: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("this test is run by an ordinary user already")
        with tempfile.TemporaryDirectory() as name:
            # Interpreter, image and code where that user can reach them.
            folder = Path(name)
            folder.chmod(0o755)
            shutil.copytree(home, folder / "image", symlinks=True)
            shutil.copytree(
                ROOT / "sandbox", folder / "sandbox", ignore=shutil.ignore_patterns("__pycache__")
            )
            done = subprocess.run(
                [folder / "image/root/python/bin/python3", "-I", "-S", "-B", "-c", FIND, folder],
                cwd="/", env={"LD_LIBRARY_PATH": f"{folder}/image/root/lib"}, user=1234, group=1234,
                extra_groups=[], capture_output=True, text=True, check=False, timeout=60,
            )  # fmt: skip
        assert done.stdout.startswith("Ring("), done.stdout + done.stderr


class TestDescriptors:
    def test_what_is_passed_arrives(self, found: Ring, home: Path) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, theirs:
            program = (
                f"import sys; sys.path.insert(0, {str(ROOT)!r}); from sandbox import ring_stage; "
                "ring_stage._PROGRAMS['launch'] = 'import os, sys; os.write(int(sys.argv[1]), b\"here\")'; "
                "ring_stage.main()"
            )
            subprocess.run(
                [*interpreter.command(program), found.bubblewrap, ring_stage.LAUNCH, str(theirs.fileno())],
                cwd=home, env={}, pass_fds=(theirs.fileno(),), check=True, timeout=60,
            )  # fmt: skip
            assert ours.recv(10) == b"here"


def name_of(pid: int | None) -> str:
    return Path(f"/proc/{pid}/comm").read_text()


class TestKeeper:
    async def test_it_goes_with_the_zygote(self, found: Ring, home: Path) -> None:
        zygote = Zygote(home, policy.compile_filter(), outer=found)
        await zygote.start()
        assert zygote.process is not None
        pid = zygote.process.pid()
        assert pid is not None
        keeper = ring.keeper(pid)
        assert keeper is not None
        assert name_of(keeper.pid()) == "bwrap\n"
        assert not keeper.is_gone()
        await zygote.aclose()
        assert select.select([keeper.fileno()], [], [], 30)[0]
        keeper.reap()
        keeper.close()

    def test_a_zygote_that_is_gone(self) -> None:
        with subprocess.Popen(interpreter.command("pass")) as gone:
            pass
        assert ring.keeper(gone.pid) is None
