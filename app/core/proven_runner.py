"""The sandbox as the service uses it: judged with only after every layer has proved to hold on this host."""

from pathlib import Path

from sandbox import doctor
from sandbox.fresh import FreshRunner
from sandbox.spec import RunResult, RunSpec


class ProvenRunner:
    """A `Runner` that refuses to start where a layer is missing."""

    def __init__(self, images_dir: Path) -> None:
        """Keep sandbox images below `images_dir`."""
        self._images_dir = images_dir
        self._runner = FreshRunner(images_dir)

    async def start(self) -> None:
        """Prove every layer in real children.

        Raises:
            SandboxError: names each layer that is missing and what to do.
        """
        doctor.require(await doctor.examine(self._images_dir))
        await self._runner.start()

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child to its end."""
        return await self._runner.run(spec)

    async def aclose(self) -> None:
        """Wait until every child is gone."""
        await self._runner.aclose()
