"""The launcher works in a process of its own, which no coverage tool follows: here it is measured."""

import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest
from coverage.data import CoverageData

import sandbox.launch
from sandbox import image
from sandbox.fresh import FreshRunner
from sandbox.jail import policy
from sandbox.spec import Call, RunSpec, RunStatus
from sandbox.warm.zygote import Zygote
from tests.support.checkout import ROOT, relative

PROCESSES = 2
MEASURED = [str(ROOT / "sandbox" / name) for name in ("launcher.py", "enclosure.py", "jail/*")]
PATIENCE_S = 60


class Receiver:
    """Takes what the launcher and the first process inside measured."""

    def __init__(self, address: str) -> None:
        self._parts: list[bytes] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(address)
        self._listener.listen(PROCESSES)
        self._listener.settimeout(PATIENCE_S)
        self._thread = threading.Thread(target=self._take)
        self._thread.start()

    def _take(self) -> None:
        connections = [self._listener.accept()[0] for _ in range(PROCESSES)]
        for connection in connections:
            with connection, connection.makefile("rb") as stream:
                self._parts.append(stream.read())

    def measured(self) -> CoverageData:
        """Wait for the end of both processes and put their lines together."""
        self._thread.join()
        self._listener.close()
        total = CoverageData(no_disk=True)
        for part in self._parts:
            data = CoverageData(no_disk=True)
            data.loads(part)
            total.update(data)
        return total


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        address = str(Path(folder) / "s")
        site = str(Path(coverage.__file__).parents[1])
        start = (
            f"import sys; sys.path[:0] = [{str(ROOT)!r}, {site!r}]; "
            "from tests.support.launcher_probe import measured_main; "
            f"measured_main({address!r}, {MEASURED!r})"
        )
        monkeypatch.setattr(sandbox.launch, "_START", start)
        yield Receiver(address)


def keep(measured: CoverageData) -> None:
    """Count what was measured with the rest of the suite, where that is measured."""
    suite = coverage.Coverage.current()
    if suite is not None:
        suite.get_data().update(measured)


def files_of(measured: CoverageData) -> set[str]:
    return {relative(Path(name)) for name in measured.measured_files()}


LAYERS = {
    f"sandbox/jail/{layer}.py" for layer in ("capabilities", "limits", "namespaces", "root", "syscalls")
}


async def test_every_layer_is_put_on_by_the_launcher(receiver: Receiver, images_dir: Path) -> None:
    runner = FreshRunner(images_dir)
    await runner.start()
    try:
        result = await runner.run(RunSpec(b"def one():\n    return 1\n", (Call("one", ()),)))
    finally:
        await runner.aclose()
    assert result.status is RunStatus.COMPLETED, result.detail
    measured = receiver.measured()
    keep(measured)
    assert {"sandbox/launcher.py", "sandbox/enclosure.py", *LAYERS} <= files_of(measured)


async def test_the_launcher_of_a_zygote_builds_the_same_ring(receiver: Receiver, images_dir: Path) -> None:
    # Inside an outer ring the image's copy of the launcher runs, which nothing can measure.
    zygote = Zygote(image.ensure(images_dir), policy.compile_filter())
    await zygote.start()
    await zygote.aclose()
    measured = receiver.measured()
    keep(measured)
    assert {"sandbox/launcher.py", "sandbox/enclosure.py", *LAYERS} <= files_of(measured)
