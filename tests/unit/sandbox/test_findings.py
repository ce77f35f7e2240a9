"""What the doctor concludes from facts: each fact that is not as it must be costs one wall."""

from dataclasses import replace
from pathlib import Path

import pytest

from sandbox import findings, remedies
from sandbox.errors import LaunchFailed
from sandbox.examination import Examined
from sandbox.jail.cgroup_places import Places
from sandbox.jail.cgroups import Groups
from sandbox.jail.namespaces import FLAGS
from sandbox.jail.walls import Wall
from sandbox.layers import Layer, LayerState, Place
from sandbox.ring import Ring
from sandbox.warm.ground import Ground

OUTSIDE = dict.fromkeys(("read_host_file", "write", "socket", "fork", "unshare"), "done")
PLAIN = Ground(Path("/images/one"), b"", None, None)
GROUPS = Groups(Places(2, Path("/sys/fs/cgroup"), None, None), server_pid=77)
FULL = Ground(Path("/images/one"), b"", Ring("/usr/bin/bwrap", "0.8.0"), GROUPS)
NOTHING = "0" * 16


def links(number: int) -> dict[str, str]:
    return {kind: f"{'mnt' if kind == 'mount' else kind}:[{number}]" for kind in FLAGS}


def examined(place: Place) -> Examined:
    """Everything as it must be."""
    return Examined(
        place=place,
        said={
            "read_host_file": "ENOENT", "write": "EPERM", "socket": "EPERM", "fork": "EPERM",
            "environment": "empty", "root": "lib,lib64,packages,python,runner",
            "files": "0,1,2,3",
        },
        bare={"tcp": "EACCES", "udp": "ENETUNREACH", "dumpable": "0", "mounted": "ro"},
        status={
            "NSpid": "900 6 4 1", "NSsid": "900 6 4 1", "Seccomp": "2", "NoNewPrivs": "1",
            **dict.fromkeys(("CapInh", "CapPrm", "CapEff", "CapAmb", "CapBnd"), NOTHING),
        },
        parent={"Threads": "1", "NoNewPrivs": "1", "CapPrm": f"{1 << 21:016x}", "CapEff": f"{1 << 21:016x}"},
        limits={
            "Max open files": "64 64 files", "Max core file size": "0 0 bytes",
            "Max address space": "600000 600000 bytes",
        },
        namespaces=links(3),
        shared=links(2),
        ours=links(1),
        group="0::/rightshape-77-doctor\n",
        killed_from_outside=True,
        killed_by_filter=True,
    )  # fmt: skip


def judged(facts: Examined, *, abi: int = 7, ground: Ground = PLAIN) -> dict[str, Layer]:
    layers = findings.of_child(facts, OUTSIDE, ground=ground, landlock_abi=abi)
    return {layer.name: layer for layer in layers}


def not_ok(layers: dict[str, Layer]) -> set[str]:
    return {name for name, layer in layers.items() if layer.state is not LayerState.OK}


@pytest.mark.parametrize("place", [Place.FRESH, Place.WARM])
class TestAllIsWell:
    def test_every_wall_is_shown_and_holds(self, place: Place) -> None:
        layers = judged(examined(place), ground=FULL)
        assert not_ok(layers) == set()
        around = {Wall.RING, Wall.CONTROL_GROUP} if place is Place.FRESH else set()
        extra = {findings.ZYGOTE} if place is Place.WARM else set()
        assert set(layers) == ({str(wall) for wall in Wall} - around) | {findings.KILL} | extra
        assert all(layer.place is place for layer in layers.values())

    def test_the_untried_are_the_same_walls(self, place: Place) -> None:
        untried = list(findings.untried(place))
        assert {layer.name for layer in untried} == set(judged(examined(place)))
        assert {layer.state for layer in untried} == {LayerState.UNKNOWN}


@pytest.mark.parametrize("place", [Place.FRESH, Place.WARM])
class TestOneFactIsNotAsItMustBe:
    @pytest.mark.parametrize(
        ("part", "name", "told", "wall"),
        [
            ("bare", "mounted", "rw", Wall.ROOT),
            ("said", "root", "etc,home,lib", Wall.ROOT),
            ("said", "read_host_file", "done", Wall.ROOT),
            ("said", "files", "0,1,2,3,7", Wall.FILES),
            ("said", "environment", "HOME", Wall.ENVIRONMENT),
            ("said", "write", "ENOENT", Wall.SECCOMP),
            ("said", "fork", "done", Wall.SECCOMP),
            ("bare", "dumpable", "1", Wall.DUMPABLE),
            ("bare", "tcp", "ENETUNREACH", Wall.LANDLOCK),
            ("bare", "udp", "EACCES", Wall.LANDLOCK),
            ("status", "Seccomp", "0", Wall.SECCOMP),
            ("status", "NoNewPrivs", "0", Wall.NO_NEW_PRIVS),
            ("status", "NSsid", "850 5 3 0", Wall.SESSION),
            ("status", "CapEff", "000001ffffffffff", Wall.CAPABILITIES),
            ("limits", "Max open files", "1024 4096 files", Wall.LIMITS),
            ("limits", "Max core file size", "0 unlimited bytes", Wall.LIMITS),
            ("limits", "Max address space", "unlimited unlimited bytes", Wall.LIMITS),
        ],
    )
    def test_it_costs_one_wall(self, place: Place, part: str, name: str, told: str, wall: Wall) -> None:
        good = examined(place)
        bad = replace(good, **{part: getattr(good, part) | {name: told}})
        layers = judged(bad)
        assert not_ok(layers) == {wall}
        assert layers[wall].state is LayerState.MISSING
        assert layers[wall].remedy == remedies.REPORT

    @pytest.mark.parametrize("kind", FLAGS)
    @pytest.mark.parametrize("told", ["the server's", "unreadable: Permission denied", None])
    def test_a_namespace(self, place: Place, kind: str, told: str | None) -> None:
        good = examined(place)
        name = good.ours[kind] if told == "the server's" else told
        seen = {other: link for other, link in good.namespaces.items() if other != kind}
        layers = judged(replace(good, namespaces=seen if name is None else seen | {kind: name}))
        assert not_ok(layers) == {f"{kind} namespace"}

    def test_the_kill(self, place: Place) -> None:
        assert not_ok(judged(replace(examined(place), killed_from_outside=False))) == {findings.KILL}

    def test_the_forbidden_call(self, place: Place) -> None:
        assert not_ok(judged(replace(examined(place), killed_by_filter=False))) == {Wall.SECCOMP}

    def test_nothing_is_known(self, place: Place) -> None:
        silent = replace(examined(place), said={}, bare={}, status={}, parent={}, limits={}, namespaces={})
        layers = judged(replace(silent, killed_from_outside=False))
        assert set(not_ok(layers)) == set(layers)


class TestWhatDiffersByPath:
    def test_a_bounding_set_matters_where_the_child_was_execed(self) -> None:
        full = {"CapBnd": "000001ffffffffff"}
        fresh, warm = (examined(place) for place in (Place.FRESH, Place.WARM))
        assert not_ok(judged(replace(fresh, status=fresh.status | full))) == {Wall.CAPABILITIES}
        assert not_ok(judged(replace(warm, status=warm.status | full))) == set()

    @pytest.mark.parametrize("kind", ["user", "pid", "ipc", "uts"])
    def test_a_namespace_of_the_zygote_is_none_of_the_child_s(self, kind: str) -> None:
        warm = examined(Place.WARM)
        shared = replace(warm, namespaces=warm.namespaces | {kind: warm.shared[kind]})
        layers = judged(shared)
        assert not_ok(layers) == {f"{kind} namespace"}
        assert "shared with its zygote" in layers[f"{kind} namespace"].evidence

    @pytest.mark.parametrize("kind", ["net", "mount", "cgroup"])
    def test_these_are_the_zygote_s(self, kind: str) -> None:
        warm = examined(Place.WARM)
        assert not_ok(judged(replace(warm, namespaces=warm.namespaces | {kind: warm.shared[kind]}))) == set()

    @pytest.mark.parametrize(
        ("name", "told"), [("Threads", "2"), ("CapEff", "000001ffffffffff"), ("CapPrm", NOTHING)]
    )
    def test_the_zygote_itself(self, name: str, told: str) -> None:
        warm = examined(Place.WARM)
        assert not_ok(judged(replace(warm, parent=warm.parent | {name: told}))) == {findings.ZYGOTE}

    def test_a_zygote_in_the_server_s_user_namespace(self) -> None:
        warm = examined(Place.WARM)
        shared = warm.shared | {"user": warm.ours["user"]}
        assert not_ok(judged(replace(warm, shared=shared))) == {findings.ZYGOTE}

    def test_a_ring_that_is_not_round_the_child(self) -> None:
        warm = examined(Place.WARM)
        status = warm.status | {"NSpid": "900 4 1", "NSsid": "900 4 1"}
        assert not_ok(judged(replace(warm, status=status), ground=FULL)) == {Wall.RING}

    def test_a_group_that_the_child_is_not_in(self) -> None:
        outside = replace(examined(Place.WARM), group="0::/user.slice\n")
        assert not_ok(judged(outside, ground=FULL)) == {Wall.CONTROL_GROUP}


class TestLandlockOfOlderKernels:
    @pytest.mark.parametrize(
        ("abi", "told"), [(0, "the kernel has none"), (3, "too old to be shown"), (5, "from ABI 6 on")]
    )
    def test_it_is_weaker_and_judging_goes_on(self, abi: int, told: str) -> None:
        layer = judged(examined(Place.FRESH), abi=abi)[Wall.LANDLOCK]
        assert layer.state is LayerState.DEGRADED
        assert layer.suffices
        assert told in layer.evidence
        assert layer.remedy == remedies.LANDLOCK


class TestChildrenThatCannotBeMade:
    def test_a_wall_is_blamed_by_its_name(self) -> None:
        layers = list(findings.launch_failed(Place.WARM, LaunchFailed("Landlock", "Operation not permitted")))
        missing = [layer for layer in layers if layer.state is LayerState.MISSING]
        assert [(layer.name, layer.remedy) for layer in missing] == [("Landlock", remedies.REPORT)]
        assert {layer.state for layer in layers} == {LayerState.MISSING, LayerState.UNKNOWN}
        assert len(layers) == len(list(findings.untried(Place.WARM)))

    def test_a_step_between_walls(self) -> None:
        layers = list(findings.launch_failed(Place.FRESH, LaunchFailed("namespaces", "No space left")))
        assert layers[0].name == "child (namespaces)"
        assert layers[0].evidence == "namespaces: No space left"
        assert layers[0].remedy == remedies.for_namespaces()
