"""The server's hold on a launcher that fails, or cannot be started at all."""

from pathlib import Path

import pytest

from sandbox.errors import LaunchFailed
from sandbox.launch import Launched


class TestLaunched:
    def test_a_host_without_processes_to_give(self, tmp_path: Path) -> None:
        with pytest.raises(LaunchFailed, match="No such file"):
            Launched(tmp_path / "gone")

    async def test_the_first_failure_counts_and_hanging_up_is_heard(self, tmp_path: Path) -> None:
        launched = Launched(tmp_path)
        assert launched.hear()
        launched.control.setblocking(True)
        while launched.hear():
            pass
        assert launched.failed is not None
        assert launched.failed.step == "read-only root"
        assert launched.ended is None
        with pytest.raises(LaunchFailed, match="not known"):
            launched.measure()
        await launched.bury()
