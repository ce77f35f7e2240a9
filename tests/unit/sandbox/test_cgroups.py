"""Where groups are made and what is written, on trees that stand in for other hosts' hierarchies."""

import os
from pathlib import Path

import pytest

from sandbox.jail import cgroup_places, cgroups
from sandbox.jail.cgroups import Groups, SlotGroup

V1_LIMITS = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.swappiness")
V1_MEMORY = (*V1_LIMITS, "memory.oom_control")
V2_FILES = ("memory.max", "memory.swap.max", "memory.events", "pids.max", "cgroup.kill")


class Host:
    """A host's /proc and hierarchies as plain files; making a group brings the kernel's files with it."""

    def __init__(self, folder: Path) -> None:
        self.proc = folder / "proc"
        (self.proc / "self").mkdir(parents=True)
        (self.proc / "self/mountinfo").write_text("22 27 0:21 / /proc rw - proc proc rw\n")
        (self.proc / "self/cgroup").touch()
        self.tree = folder / "sys fs"
        self.read_only = False

    def hierarchy(self, name: str, kind: str, *, root: str = "/", group: str = "/", number: int = 0) -> Path:
        """Mount a hierarchy and put this process into `group`; give that group's folder."""
        point = self.tree / name
        folder = point / group.removeprefix(root).lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        self.fill(folder)
        escaped = str(point).replace(" ", r"\040")
        options = f"rw,{name}" if kind == "cgroup" else "rw"
        with (self.proc / "self/mountinfo").open("a") as file:
            file.write(f"31 23 0:27 {root} {escaped} rw,nosuid - {kind} {kind} {options}\n")
        with (self.proc / "self/cgroup").open("a") as file:
            file.write(f"{number}:{name if kind == 'cgroup' else ''}:{group}\n")
        return folder

    @staticmethod
    def fill(folder: Path) -> None:
        """Make the files that the kernel makes."""
        for name in ("cgroup.procs", "cgroup.controllers", "cgroup.subtree_control", *V1_MEMORY, *V2_FILES):
            (folder / name).touch()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    host = Host(tmp_path)
    make, remove = Path.mkdir, Path.rmdir

    def mkdir(path: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        if host.read_only:
            raise OSError(30, "Read-only file system")
        make(path, mode, parents, exist_ok)
        if host.tree in path.parents:
            host.fill(path)

    def rmdir(path: Path) -> None:
        if not path.exists():
            raise FileNotFoundError(path)
        if (path / "cgroup.procs").read_text().strip():
            raise OSError(16, "Device or resource busy")
        for name in path.iterdir():
            name.unlink()
        remove(path)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    monkeypatch.setattr(Path, "rmdir", rmdir)
    return host


def made(host: Host) -> Groups:
    groups = cgroups.discover(host.proc)
    assert isinstance(groups, Groups), groups
    return groups


class TestVersion1:
    def test_below_the_own_group_of_each_controller(self, host: Host) -> None:
        memory = host.hierarchy("memory", "cgroup", group="/user/one", number=4)
        pids = host.hierarchy("pids", "cgroup", number=8)
        unified = host.hierarchy("unified", "cgroup2")
        groups = made(host)
        assert (groups.places.version, groups.places.memory) == (1, memory)
        assert (groups.places.pids, groups.places.kill) == (pids, unified)
        assert groups.evidence == f"cgroup v1 below {memory}: memory, pids, kill"

    def test_a_container_sees_its_own_group_as_the_root_of_the_mount(self, host: Host) -> None:
        host.hierarchy("memory", "cgroup", root="/docker/abc", group="/docker/abc", number=4)
        groups = made(host)
        assert groups.places.memory == host.tree / "memory"
        assert (groups.places.pids, groups.places.kill) == (None, None)

    def test_a_group_outside_of_what_is_mounted(self, host: Host) -> None:
        host.hierarchy("memory", "cgroup", root="/docker/abc", group="/other", number=4)
        assert "no cgroup hierarchy" in str(cgroups.discover(host.proc))

    def test_a_group_above_the_cgroup_namespace(self, host: Host) -> None:
        host.hierarchy("memory", "cgroup", number=4)
        (host.proc / "self/cgroup").write_text("4:memory:/../elsewhere\n")
        assert "no cgroup hierarchy" in str(cgroups.discover(host.proc))

    def test_limits_leave_no_swap(self, host: Host) -> None:
        memory = host.hierarchy("memory", "cgroup", number=4)
        pids = host.hierarchy("pids", "cgroup", number=8)
        group = made(host).make("7")
        assert group is not None
        assert group.set_limits(1 << 20, processes=5)
        name = f"rightshape-{os.getpid()}-7"
        told = {file: (memory / name / file).read_text() for file in V1_LIMITS}
        assert told == {
            "memory.limit_in_bytes": "1048576",
            "memory.memsw.limit_in_bytes": "1048576",
            "memory.swappiness": "0",
        }
        assert (pids / name / "pids.max").read_text() == "5"

    def test_kills_are_counted(self, host: Host) -> None:
        memory = host.hierarchy("memory", "cgroup", number=4)
        group = made(host).make("7")
        assert group is not None
        assert group.oom_kills() == 0
        (memory / f"rightshape-{os.getpid()}-7/memory.oom_control").write_text(
            "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n"
        )
        assert group.oom_kills() == 3


class TestVersion2:
    @pytest.fixture
    def own(self, host: Host) -> Path:
        own = host.hierarchy("", "cgroup2", group="/kata.service")
        (own / "cgroup.controllers").write_text("cpu memory pids\n")
        return own

    def test_controllers_that_are_handed_on_already(self, host: Host, own: Path) -> None:
        (own / "cgroup.subtree_control").write_text("memory pids\n")
        groups = made(host)
        assert (groups.places.version, groups.places.folders()) == (2, (own,))
        group = groups.make("7")
        assert group is not None
        assert group.set_limits(1 << 20, processes=5)
        folder = own / f"rightshape-{os.getpid()}-7"
        told = {name: (folder / name).read_text() for name in ("memory.max", "memory.swap.max", "pids.max")}
        assert told == {"memory.max": "1048576", "memory.swap.max": "0", "pids.max": "5"}
        (folder / "memory.events").write_text("low 0\noom 1\noom_kill 2\noom_group_kill 0\n")
        assert group.oom_kills() == 2
        assert group.kill()
        assert (folder / "cgroup.kill").read_text() == "1"

    def test_shared_with_others(self, host: Host, own: Path) -> None:
        self.refuse_control(own)
        (own / "cgroup.procs").write_text(f"1\n{os.getpid()}\n")
        assert "Delegate=yes" in str(cgroups.discover(host.proc))

    @staticmethod
    def refuse_control(folder: Path) -> None:
        """Stand for a kernel that will not hand controllers on, as for a group with processes."""
        (folder / "cgroup.subtree_control").unlink()
        (folder / "cgroup.subtree_control").mkdir()

    @staticmethod
    def move_processes(own: Path, monkeypatch: pytest.MonkeyPatch, *, hands_on: bool) -> None:
        """Let a process be in one group only, and controllers go on from an empty group where `hands_on`."""
        put = cgroup_places.put

        def kernel(path: Path, text: str) -> bool:
            if path.name == "cgroup.procs":
                for other in own.rglob("cgroup.procs"):
                    other.write_text("")
            if path == own / "cgroup.subtree_control":
                if not hands_on or (own / "cgroup.procs").read_text():
                    return False
                text = "memory pids"
            return put(path, text)

        monkeypatch.setattr(cgroup_places, "put", kernel)

    def test_alone_the_server_moves_below(
        self, host: Host, own: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pid = str(os.getpid())
        (own / "cgroup.procs").write_text(pid)
        self.move_processes(own, monkeypatch, hands_on=True)
        assert made(host).places.memory == own
        assert (own / f"rightshape-{pid}-server/cgroup.procs").read_text() == pid

    def test_moved_in_vain_it_moves_back(
        self, host: Host, own: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pid = str(os.getpid())
        (own / "cgroup.procs").write_text(pid)
        self.move_processes(own, monkeypatch, hands_on=False)
        assert "not handed on" in str(cgroups.discover(host.proc))
        assert (own / "cgroup.procs").read_text() == pid
        assert not list(own.glob("rightshape-*"))

    def test_alone_but_not_allowed(self, host: Host, own: Path) -> None:
        self.refuse_control(own)
        (own / "cgroup.procs").write_text(str(os.getpid()))
        host.read_only = True
        assert "Read-only file system" in str(cgroups.discover(host.proc))

    def test_a_folder_above_is_taken_only_where_it_was_handed_over(
        self, host: Host, own: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.refuse_control(own)
        host.fill(own.parent)
        (own.parent / "cgroup.subtree_control").write_text("memory pids")
        assert isinstance(cgroups.discover(host.proc), str)
        marks = {(own.parent, "trusted.delegate"): b"1"}

        def getxattr(path: Path, name: str) -> bytes:
            try:
                return marks[path, name]
            except KeyError:
                raise OSError(61, "No data available") from None

        monkeypatch.setattr(os, "getxattr", getxattr)
        assert made(host).places.memory == own.parent


class TestRefusals:
    def test_nothing_is_mounted(self, host: Host) -> None:
        assert "no cgroup hierarchy with the memory controller" in str(cgroups.discover(host.proc))

    def test_read_only(self, host: Host) -> None:
        host.hierarchy("memory", "cgroup", number=4)
        host.hierarchy("pids", "cgroup", number=8)
        host.read_only = True
        assert "read-only, or belongs to another user" in str(cgroups.discover(host.proc))

    def test_a_group_without_limits(self, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
        host.hierarchy("memory", "cgroup", number=4)
        monkeypatch.setattr(SlotGroup, "set_limits", lambda *_: False)
        assert "memory controller is not handed on" in str(cgroups.discover(host.proc))
        assert not list(host.tree.glob("memory/rightshape-*"))

    def test_what_is_made_in_part_is_removed(self, host: Host) -> None:
        memory = host.hierarchy("memory", "cgroup", number=4)
        pids = host.hierarchy("pids", "cgroup", number=8)
        groups = made(host)
        taken = pids / f"rightshape-{os.getpid()}-7"
        taken.mkdir()
        (taken / "cgroup.procs").write_text("1")
        assert groups.make("7") is None
        assert not (memory / taken.name).exists()

    def test_a_kernel_without_kill(self, host: Host) -> None:
        host.hierarchy("memory", "cgroup", number=4)
        group = made(host).make("7")
        assert group is not None
        assert group.kill() is False

    def test_a_refused_write_is_a_value(self, tmp_path: Path) -> None:
        assert cgroup_places.put(tmp_path / "none", "1") is False
        assert cgroup_places.put(Path("/proc/self/mountinfo"), "1") is False
        full = Path("/dev/full")
        assert cgroup_places.put(full, "1") is False


class TestLeftovers:
    def test_empty_groups_of_the_dead_go_and_no_others(self, host: Host) -> None:
        memory = host.hierarchy("memory", "cgroup", number=4)
        (host.proc / "11").mkdir()
        names = ("rightshape-10-0", "rightshape-11-0", "rightshape-12-0", "someone-10-0", "rightshape-x-0")
        for name in names:
            (memory / name).mkdir()
        (memory / "rightshape-12-0/cgroup.procs").write_text("99")
        made(host)
        left = {path.name for path in memory.iterdir() if path.is_dir()}
        assert left == set(names[1:])

    def test_a_group_of_an_earlier_server_with_this_pid(self, host: Host) -> None:
        memory = host.hierarchy("memory", "cgroup", number=4)
        groups = made(host)
        (memory / f"rightshape-{os.getpid()}-7").mkdir()
        assert groups.make("7") is not None
