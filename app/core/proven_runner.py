"""The sandbox as the service uses it: judged with only after every layer has proved to hold on this host."""

from pathlib import Path

from app.core.clock import utc_now
from app.core.sandbox_state import Examined, PoolState
from sandbox import doctor
from sandbox.spec import RunResult, RunSpec
from sandbox.warm.runner import WarmRunner


class ProvenRunner:
    """A `Runner` that refuses to start where a layer is missing."""

    def __init__(self, images_dir: Path) -> None:
        """Keep sandbox images below `images_dir`."""
        self._images_dir = images_dir
        self._runner = WarmRunner(images_dir)
        self._examined: Examined | None = None

    @property
    def examined(self) -> Examined | None:
        """Give what the start found, also where it was refused; None before that."""
        return self._examined

    @property
    def pool(self) -> PoolState | None:
        """Give the pool as it is now; None where children come from no pool."""
        runner = self._runner
        return PoolState(
            slots=len(runner.slots),
            busy=runner.busy,
            waiting=runner.waiting,
            children_run=runner.made,
            zygotes_replaced=sum(slot.replaced for slot in runner.slots),
        )

    async def start(self) -> None:
        """Prove every layer in real children.

        Raises:
            SandboxError: names each layer that is missing and what to do.
        """
        examination = await doctor.examine(self._images_dir)
        self._examined = Examined(examination, utc_now())
        doctor.require(examination)
        await self._runner.start()

    async def run(self, spec: RunSpec) -> RunResult:
        """Run one child to its end."""
        return await self._runner.run(spec)

    async def aclose(self) -> None:
        """Let runs under way end, then end the pool."""
        await self._runner.aclose()
