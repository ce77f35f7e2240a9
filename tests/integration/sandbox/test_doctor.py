"""The doctor on this host, whose required layers all hold, and on hosts that lack one."""

import ctypes
from pathlib import Path

import pytest

from sandbox import doctor, examination, host_layers, image, probes, remedies, ring
from sandbox.doctor import LayerState, Place
from sandbox.errors import ImageFailed, LaunchFailed, Unavailable
from sandbox.jail import cgroups
from sandbox.jail.cgroups import SlotGroup
from sandbox.jail.namespaces import FLAGS
from sandbox.jail.walls import Wall
from sandbox.layers import Examination
from sandbox.warm.ground import Ground


class TestThisHost:
    async def test_every_layer_holds_with_evidence(self, images_dir: Path) -> None:
        findings = await doctor.examine(images_dir)
        assert [layer for layer in findings.layers if not layer.suffices] == []
        assert all(layer.evidence for layer in findings.layers)
        assert all(not layer.remedy for layer in findings.layers if layer.state is LayerState.OK)
        assert all(layer.remedy for layer in findings.degraded)
        doctor.require(findings)

    async def test_both_paths_show_every_wall(self, images_dir: Path) -> None:
        findings = await doctor.examine(images_dir)
        for place in (Place.FRESH, Place.WARM):
            shown = {layer.name for layer in findings.layers if layer.place is place}
            assert {str(wall) for wall in Wall} - {Wall.RING, Wall.CONTROL_GROUP} <= shown
        on_host = {layer.name for layer in findings.layers if layer.place is Place.HOST}
        assert {"libseccomp", "image", Wall.RING, Wall.CONTROL_GROUP} <= on_host

    async def test_nothing_is_left(self, images_dir: Path) -> None:
        groups = cgroups.discover()
        before = own_groups(groups)  # runners that other tests share may be at rest in this process
        await doctor.examine(images_dir)
        assert own_groups(groups) <= before


def own_groups(groups: cgroups.Groups | str) -> set[Path]:
    if isinstance(groups, str):
        return set()
    return set(groups.places.memory.glob(f"rightshape-{groups.server_pid}-*"))


def refuse_library(name: str | None, **_: object) -> ctypes.CDLL:
    raise OSError(f"{name}: cannot open shared object file")


class TestHostsThatLackALayer:
    async def test_libseccomp(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ctypes, "CDLL", refuse_library)
        findings = await doctor.examine(images_dir)
        assert not findings.ok
        with pytest.raises(Unavailable, match="apt install libseccomp2"):
            doctor.require(findings)
        assert LayerState.UNKNOWN in {layer.state for layer in findings.layers}

    async def test_image(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(images_dir: Path) -> Path:
            raise ImageFailed("the disk is full")

        monkeypatch.setattr(image, "ensure", fail)
        with pytest.raises(Unavailable, match=r"(?s)the disk is full.*400 MB"):
            doctor.require(await doctor.examine(images_dir))

    async def test_a_namespace(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        tried = probes.namespaces() | {"net": "EPERM"}
        monkeypatch.setattr(probes, "namespaces", lambda: tried)
        with pytest.raises(Unavailable, match=r"Missing: net namespaces \(unshare gave: EPERM\)"):
            doctor.require(await doctor.examine(images_dir))

    async def test_each_remedy_is_said_once(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(probes, "namespaces", lambda: dict.fromkeys(FLAGS, "ENOSPC"))
        with pytest.raises(Unavailable) as caught:
            doctor.require(await doctor.examine(images_dir))
        told = str(caught.value)
        assert told.count("To do:") == 1
        assert all(f"{name} namespace" in told for name in FLAGS)
        assert max(len(line) for line in told.splitlines()) < 300

    async def test_no_child_can_be_made(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(image: Path, *_: object, **__: object) -> None:
            raise LaunchFailed("read-only root", "mount: Operation not permitted")

        monkeypatch.setattr(examination, "Launched", fail)
        monkeypatch.setattr(examination, "Zygote", fail)
        findings = await doctor.examine(images_dir)
        missing = [(layer.place, layer.name) for layer in findings.layers if not layer.suffices]
        for place in (Place.FRESH, Place.WARM):
            assert (place, "read-only root") in missing
        told = "Missing: read-only root (read-only root: mount: Operation not permitted)"
        with pytest.raises(Unavailable) as caught:
            doctor.require(findings)
        assert str(caught.value).count(told) == 1

    @pytest.mark.parametrize("place", [Place.FRESH, Place.WARM])
    async def test_a_real_launch_that_fails(self, tmp_path: Path, place: Place) -> None:
        with pytest.raises(LaunchFailed, match="root"):
            await examination.examine_children(place, Ground(tmp_path, b"", None, None))


class TestHostsThatLackSomethingOptional:
    @staticmethod
    def degraded(findings: Examination) -> list[tuple[str, str]]:
        assert findings.ok
        return [(layer.name, layer.evidence) for layer in findings.degraded if layer.place is Place.HOST]

    async def test_bubblewrap(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ring, "find", lambda home: "bubblewrap is not installed")
        monkeypatch.setattr(cgroups, "discover", lambda: "no cgroup hierarchy")
        findings = await doctor.examine(images_dir, paths=(Place.WARM,))
        assert self.degraded(findings) == [
            (
                Wall.CONTROL_GROUP,
                "memory is bound by rlimit alone, on one process that cannot fork: no cgroup hierarchy",
            ),
            (Wall.RING, "1 ring: bubblewrap is not installed"),
        ]
        assert {layer.remedy for layer in findings.degraded} >= {remedies.RING, remedies.for_groups()}
        shown = {layer.name for layer in findings.layers if layer.place is Place.WARM}
        assert not {Wall.RING, Wall.CONTROL_GROUP} & shown

    @pytest.mark.parametrize(
        ("broken", "told"),
        [
            ("make", "no group can be made"),
            ("set_limits", "takes no memory limit"),
            ("enter", "was not killed"),
        ],
    )
    async def test_groups_that_do_not_bound(
        self, monkeypatch: pytest.MonkeyPatch, broken: str, told: str
    ) -> None:
        groups = cgroups.discover()
        if isinstance(groups, str):
            pytest.skip(f"this host gives no control groups: {groups}")
        monkeypatch.setattr(cgroups, "discover", lambda: groups)
        holder = type(groups) if broken == "make" else SlotGroup
        monkeypatch.setattr(holder, broken, lambda *_, **__: None)
        layer, found = host_layers.control_group(without=frozenset())
        assert (layer.state, found) == (LayerState.DEGRADED, None)
        assert told in layer.evidence
