"""What one idle slot costs: its zygote and the child parked ahead."""

import os
from dataclasses import dataclass

from app.bench.processes import descendants, total_pss_kib
from app.bench.samples import rounded
from sandbox.warm.runner import WarmRunner


@dataclass(frozen=True, slots=True)
class SlotMemory:
    """Memory of the processes of one idle slot; None where this user may not look at it."""

    pss_kib: int | None
    processes: int

    def figures(self) -> dict[str, float]:
        """Give the memory in MiB, where it can be read."""
        return {} if self.pss_kib is None else {"slot_pss_mib": rounded(self.pss_kib / 1024)}

    def baselines(self) -> dict[str, float]:
        """Tell how many processes share it."""
        return {"slot_processes": self.processes}


async def measure(runner: WarmRunner) -> SlotMemory:
    """Measure a runner of one slot, while no other process shares the image's files with it."""
    await runner.rest()
    below = descendants(os.getpid())
    return SlotMemory(total_pss_kib(below), len(below))
