"""`kata serve` as a process of its own, on a free port."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-c", "from app.cli import main; main()")


@dataclass(slots=True)
class Server:
    """A running server; its log stands in a file beside its data."""

    process: subprocess.Popen[str]
    url: str
    log: Path


def environment(data_dir: Path, **settings: str) -> dict[str, str]:
    """Give this process's environment with the settings of a test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KATA_")}
    return {**kept, "KATA_DATA_DIR": str(data_dir), "PYTHONPATH": str(CHECKOUT), **settings}


@contextmanager
def running_server(data_dir: Path, **settings: str) -> Iterator[Server]:
    """Start a server, wait until it judges, and stop it at the end unless the test did."""
    log = data_dir.with_suffix(".log")
    with log.open("a", encoding="utf-8") as sink:
        process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0"],
            env=environment(data_dir, **settings),
            stdout=subprocess.PIPE,
            stderr=sink,
            text=True,
        )
    assert process.stdout is not None
    try:
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None, log.read_text("utf-8")
        judging = process.stdout.readline()
        assert "open" in judging, judging
        yield Server(process, address.group(), log)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(30)
        process.stdout.close()
