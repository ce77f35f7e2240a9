"""The doctor on this host, whose layers all hold, and on hosts that lack one."""

import ctypes
from pathlib import Path

import pytest

from sandbox import doctor, examination, image, probes
from sandbox.doctor import LayerState
from sandbox.errors import ImageFailed, LaunchFailed, Unavailable
from sandbox.examination import Examined
from sandbox.jail.namespaces import FLAGS


class TestThisHost:
    async def test_every_layer_holds_with_evidence(self, images_dir: Path) -> None:
        findings = await doctor.examine(images_dir)
        assert [layer for layer in findings.layers if layer.state is not LayerState.OK] == []
        assert all(layer.evidence and not layer.remedy for layer in findings.layers)
        assert len(findings.layers) >= 14
        doctor.require(findings)


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
        with pytest.raises(Unavailable, match=r"Missing: net namespace \(unshare gave: EPERM\)"):
            doctor.require(await doctor.examine(images_dir))

    async def test_each_remedy_is_said_once(self, images_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(probes, "namespaces", lambda: dict.fromkeys(FLAGS, "ENOSPC"))
        with pytest.raises(Unavailable) as caught:
            doctor.require(await doctor.examine(images_dir))
        told = str(caught.value)
        assert told.count("To do:") == 1
        assert all(f"{name} namespace" in told for name in FLAGS)
        assert max(len(line) for line in told.splitlines()) < 300

    @pytest.mark.parametrize(
        ("step", "layer"),
        [("root", "read-only root"), ("namespaces", "namespaces"), ("pidfd", r"child \(pidfd\)")],
    )
    async def test_a_step_of_the_launcher(
        self, images_dir: Path, monkeypatch: pytest.MonkeyPatch, step: str, layer: str
    ) -> None:
        async def fail(home: Path, filter_program: bytes) -> Examined:
            raise LaunchFailed(step, "Operation not permitted")

        monkeypatch.setattr(doctor, "examine_child", fail)
        with pytest.raises(Unavailable, match=rf"Missing: {layer} \({step}: Operation not permitted\)"):
            doctor.require(await doctor.examine(images_dir))

    async def test_a_real_launch_that_fails(self, tmp_path: Path) -> None:
        with pytest.raises(LaunchFailed, match="root"):
            await examination.examine_child(tmp_path, b"")

    @pytest.mark.parametrize(
        "layer", ["seccomp", "read-only root", "kill", "resource limits", "capabilities", "no_new_privs"]
    )
    async def test_a_child_in_which_nothing_holds(
        self, images_dir: Path, monkeypatch: pytest.MonkeyPatch, layer: str
    ) -> None:
        async def loose(home: Path, filter_program: bytes) -> Examined:
            return Examined(probes.outside(), {}, {}, killed_from_outside=False, killed_by_filter=False)

        monkeypatch.setattr(doctor, "examine_child", loose)
        findings = await doctor.examine(images_dir)
        state = {found.name: found.state for found in findings.layers}
        assert state[layer] is LayerState.MISSING
        with pytest.raises(Unavailable, match="report it with this evidence"):
            doctor.require(findings)


class TestMissingFilter:
    async def test_a_child_without_the_filter_is_noticed(self, images_dir: Path) -> None:
        # One instruction that allows everything: BPF_RET | BPF_K, SECCOMP_RET_ALLOW.
        allow_all = (0x06).to_bytes(2, "little") + bytes(2) + (0x7FFF0000).to_bytes(4, "little")
        examined = await examination.examine_child(image.ensure(images_dir), allow_all)
        layers = {layer.name: layer for layer in doctor._inside(examined, probes.outside())}
        assert layers["seccomp"].state is LayerState.MISSING
        assert layers["read-only root"].state is LayerState.OK
        assert "socket gave done" in layers["seccomp"].evidence
