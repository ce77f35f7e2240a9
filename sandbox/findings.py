"""What the facts about children say of each wall: does it hold, and by what evidence. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final

from sandbox import remedies
from sandbox.errors import LaunchFailed
from sandbox.examination import GROUP, Examined
from sandbox.jail import landlock
from sandbox.jail.capabilities import SYS_ADMIN
from sandbox.jail.cgroup_places import PREFIX
from sandbox.jail.limits import OPEN_FILES
from sandbox.jail.namespaces import FLAGS
from sandbox.jail.walls import Wall
from sandbox.layers import Layer, LayerState, Place
from sandbox.warm.ground import Ground

KILL: Final = "kill"
ZYGOTE: Final = "zygote"

_ROOT_ENTRIES: Final = {"lib", "lib64", "packages", "python", "runner"}
_OWN_FILES: Final = "0,1,2,3"
_NOTHING: Final = "0" * 16
_OWN_FOR_EACH_CHILD: Final = frozenset({"user", "pid", "ipc", "uts"})
"""Also on the warm path, where the others are the zygote's."""
_LEVELS_IN_RING: Final = 4
"""The pid namespaces of the server, bubblewrap, the zygote and the child."""
_WHERE_HOSTS_REFUSE: Final = frozenset({"user", "namespaces", Wall.ROOT.value})
_TCP_ABI: Final = 4
_LINKS: Final = {"mount": "mnt"}
"""What the kernel calls a kind where that is not our word."""


def of_child(
    examined: Examined, outside: dict[str, str], *, ground: Ground, landlock_abi: int
) -> Iterator[Layer]:
    """Give every wall round a child of one path, in the order in which they are raised."""
    yield from _namespaces(examined)
    yield from _surroundings(examined, outside)
    yield from _rights(examined)
    yield _landlock(examined, landlock_abi)
    yield _seccomp(examined, outside)
    killed = "was" if examined.killed_from_outside else "was not"
    yield _judged(
        KILL, examined, examined.killed_from_outside, f"a sleeping child {killed} ended through its pidfd"
    )
    if examined.place is Place.WARM:
        yield _zygote(examined)
        yield from _around_the_zygote(examined, ground)


def untried(place: Place) -> Iterator[Layer]:
    """Give every wall of one path, none of which could be tried."""
    names: list[str] = [wall for wall in Wall if wall not in (Wall.RING, Wall.CONTROL_GROUP)]
    names.append(KILL)
    if place is Place.WARM:
        names.append(ZYGOTE)
    for name in names:
        yield Layer(name, LayerState.UNKNOWN, "no child could be tried", place=place)


def launch_failed(place: Place, failure: LaunchFailed) -> Iterator[Layer]:
    """Blame the wall at which the making of a child stopped; nothing else could be tried."""
    is_wall = failure.step in set(Wall)
    blamed = failure.step if is_wall else f"child ({failure.step})"
    remedy = remedies.for_namespaces() if failure.step in _WHERE_HOSTS_REFUSE else remedies.REPORT
    yield Layer(blamed, LayerState.MISSING, str(failure), remedy, place)
    for layer in untried(place):
        if layer.name != blamed:
            yield layer


def _judged(name: str, examined: Examined, proof: bool, evidence: str) -> Layer:  # noqa: FBT001  # a plain fact
    if proof:
        return Layer(name, LayerState.OK, evidence, place=examined.place)
    return Layer(name, LayerState.MISSING, evidence, remedies.REPORT, examined.place)


def _namespaces(examined: Examined) -> Iterator[Layer]:
    for kind in FLAGS:
        own = examined.namespaces.get(kind, "none")
        others = {"the server": examined.ours.get(kind)}
        if examined.place is Place.WARM and kind in _OWN_FOR_EACH_CHILD:
            others["its zygote"] = examined.shared.get(kind)
        is_named = own.startswith(f"{_LINKS.get(kind, kind)}:[")
        alike = [whose for whose, other in others.items() if other == own]
        evidence = f"{own}, which is shared with {' and '.join(alike)}" if alike else f"its own, {own}"
        yield _judged(Wall(f"{kind} namespace"), examined, is_named and not alike, evidence)


def _surroundings(examined: Examined, outside: dict[str, str]) -> Iterator[Layer]:
    said, status = examined.said, examined.status
    entries = set(said.get("root", "").split(","))
    yield _judged(
        Wall.ROOT,
        examined,
        examined.bare.get("mounted") == "ro"
        and entries <= _ROOT_ENTRIES
        and _refused(said, outside, "read_host_file", "ENOENT"),
        f"/ is mounted {said.get('mounted')} with {', '.join(sorted(entries))}; "
        f"reading /etc/passwd gave {said.get('read_host_file')}",
    )
    pid, session = _first(status, "NSpid"), _first(status, "NSsid")
    leads = pid is not None and pid == session
    yield _judged(Wall.SESSION, examined, leads, f"it leads {'a' if leads else 'no'} session of its own")
    files = said.get("files")
    yield _judged(Wall.FILES, examined, files == _OWN_FILES, f"open in the child: {files}")
    environment = said.get("environment")
    yield _judged(
        Wall.ENVIRONMENT, examined, environment == "empty", f"names in its environment: {environment}"
    )


def _rights(examined: Examined) -> Iterator[Layer]:
    status, limits = examined.status, examined.limits
    files, core = limits.get("Max open files", ""), limits.get("Max core file size", "")
    yield _judged(
        Wall.LIMITS,
        examined,
        files.startswith(f"{OPEN_FILES} {OPEN_FILES} ")
        and core.startswith("0 0 ")
        and not limits.get("Max address space", "unlimited").startswith("unlimited"),
        f"address space {limits.get('Max address space')}, open files {files}, core {core}",
    )
    sets = {name: status.get(name) for name in ("CapInh", "CapPrm", "CapEff", "CapAmb", "CapBnd")}
    # What a bounding set allows takes an exec to get, which a forked child cannot make.
    binding = [told for name, told in sets.items() if name != "CapBnd" or examined.place is Place.FRESH]
    yield _judged(
        Wall.CAPABILITIES,
        examined,
        set(binding) == {_NOTHING},
        ", ".join(f"{name} {told}" for name, told in sets.items()),
    )
    privileges = status.get("NoNewPrivs")
    yield _judged(Wall.NO_NEW_PRIVS, examined, privileges == "1", f"the kernel shows NoNewPrivs {privileges}")
    dumpable = examined.bare.get("dumpable")
    yield _judged(Wall.DUMPABLE, examined, dumpable == "0", f"the kernel says dumpable {dumpable}")


def _landlock(examined: Examined, abi: int) -> Layer:
    tcp, udp = examined.bare.get("tcp"), examined.bare.get("udp")
    evidence = f"ABI {abi}; without the filter a TCP connection gave {tcp}, a UDP one {udp}"
    if abi < _TCP_ABI:
        told = f"ABI {abi}: too old to be shown from inside a child" if abi else "the kernel has none"
        return Layer(Wall.LANDLOCK, LayerState.DEGRADED, told, remedies.LANDLOCK, examined.place)
    if tcp != "EACCES" or udp == "EACCES":
        return Layer(Wall.LANDLOCK, LayerState.MISSING, evidence, remedies.REPORT, examined.place)
    if abi < landlock.STRONG_ABI:
        told = f"{evidence}; signals and abstract sockets are held back from ABI {landlock.STRONG_ABI} on"
        return Layer(Wall.LANDLOCK, LayerState.DEGRADED, told, remedies.LANDLOCK, examined.place)
    return Layer(Wall.LANDLOCK, LayerState.OK, evidence, place=examined.place)


def _seccomp(examined: Examined, outside: dict[str, str]) -> Layer:
    said = examined.said
    attempts = ("write", "socket", "fork")
    return _judged(
        Wall.SECCOMP,
        examined,
        examined.status.get("Seccomp") == "2"
        and all(_refused(said, outside, name, "EPERM") for name in attempts)
        and examined.killed_by_filter
        and outside.get("unshare") == "done",
        ", ".join(f"{name} gave {said.get(name)}" for name in attempts)
        + f", unshare ended the process: {'yes' if examined.killed_by_filter else 'no'}",
    )


def _zygote(examined: Examined) -> Layer:
    parent = examined.parent
    shown = ("Threads", "NoNewPrivs", "CapPrm", "CapEff")
    kept = f"{1 << SYS_ADMIN:016x}"
    return _judged(
        ZYGOTE,
        examined,
        parent.get("Threads") == "1"
        and parent.get("CapPrm") == parent.get("CapEff") == kept
        and examined.shared.get("user") != examined.ours.get("user"),
        ", ".join(f"{name} {parent.get(name)}" for name in shown)
        + f" (one capability, over its own user namespace); its child found {_found(examined)}",
    )


def _around_the_zygote(examined: Examined, ground: Ground) -> Iterator[Layer]:
    if ground.ring is not None:
        levels = len(examined.status.get("NSpid", "").split())
        told = f"the child's number in each pid namespace: {examined.status.get('NSpid')}"
        yield _judged(Wall.RING, examined, levels == _LEVELS_IN_RING, told)
    if ground.groups is not None:
        entered = f"/{PREFIX}-{ground.groups.server_pid}-{GROUP}\n" in examined.group
        told = f"the child is {'' if entered else 'not '}in the group of its zygote"
        yield _judged(Wall.CONTROL_GROUP, examined, entered, told)


def _found(examined: Examined) -> str:
    said = examined.said
    return f"environment {said.get('environment')}, open files {said.get('files')}"


def _first(status: dict[str, str], name: str) -> str | None:
    words: Iterable[str] = status.get(name, "").split()
    return next(iter(words), None)


def _refused(said: dict[str, str], outside: dict[str, str], name: str, error: str) -> bool:
    """Tell whether an attempt failed inside as it must, and worked outside as a control."""
    return said.get(name) == error and outside.get(name) == "done"
