"""SIGTERM under load: runs under way finish and are recorded, nothing new is taken, the rest stays queued."""

import asyncio
import signal
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import httpx2

from tests.support.server import running_server

SLOW = """
import time

time.sleep(0.5)


def split_heads(x, n_heads):
    return x


def merge_heads(x):
    return x
"""
URL = "/api/v1/katas/split_heads/submissions"
COUNT = 8


def _jobs(data_dir: Path) -> Counter[tuple[str, int, int, int]]:
    """Count jobs by their state, their runs, attempts and lost runs."""
    with closing(sqlite3.connect(data_dir / "rightshape.sqlite3")) as database:
        rows = database.execute("SELECT state, run_no, attempts, lost_runs FROM job").fetchall()
    return Counter((str(state), int(runs), int(tries), int(lost)) for state, runs, tries, lost in rows)


def _judgements(data_dir: Path) -> int:
    with closing(sqlite3.connect(data_dir / "rightshape.sqlite3")) as database:
        (count,) = database.execute("SELECT count(DISTINCT submission_id) FROM judgement").fetchone()
    return int(count)


async def _until(data_dir: Path, state: str, *, count: int) -> None:
    """Look again until as many jobs are in a state; fail where that never comes."""
    for _ in range(3000):
        jobs = _jobs(data_dir)
        if sum(number for key, number in jobs.items() if key[0] == state) >= count:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"never {count} jobs in state {state}: {_jobs(data_dir)}")


async def test_a_terminated_server_ends_what_it_does_and_keeps_the_rest(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with running_server(data_dir, KATA_WORKERS="2") as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=90) as client:
            stored = [(await client.post(URL, json={"source": SLOW})).json()["id"] for _ in range(COUNT)]
            await _until(data_dir, "running", count=1)
            server.process.terminate()
        # It ends its work first, and then by the signal, as whoever sent that expects.
        assert server.process.wait(60) == -signal.SIGTERM
    left = _jobs(data_dir)
    done, queued = left["done", 1, 0, 0], left["queued", 0, 0, 0]
    # Nothing was cut off: every job was run once and is over, or was never begun.
    assert done + queued == COUNT
    assert queued > 0
    assert _judgements(data_dir) == done > 0
    log = server.log.read_text("utf-8")
    assert log.count('"event": "submission_judged"') == done
    assert log.count('"event": "server_stopped"') == 1
    assert "Traceback" not in log
    with running_server(data_dir) as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=90) as client:
            await _until(data_dir, "done", count=COUNT)
            reports = [(await client.get(f"/api/v1/submissions/{one}")).json()["report"] for one in stored]
    assert {report["verdict"] for report in reports} == {"wrong_answer"}
    assert _judgements(data_dir) == COUNT
