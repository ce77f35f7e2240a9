"""`kata serve` as a real process with the real sandbox: start, stop, crash, and what it says."""

import asyncio
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from app.judge.package import builtin_katas_dir
from tests.support.server import COMMAND, environment, running_server

GOOD = min((builtin_katas_dir() / "split_heads" / "submissions" / "accepted").glob("*.py"))
ENDLESS = (
    "def split_heads(x, n_heads):\n    while True:\n        pass\n\n\ndef merge_heads(x):\n    return x\n"
)
URL = "/api/v1/katas/split_heads/submissions"


def _serve(data_dir: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, "serve", *arguments],
        env=environment(data_dir, **settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _is_one_sentence_of_ours(stderr: str, *parts: str) -> bool:
    return "Traceback" not in stderr and all(part in stderr for part in parts)


async def _until(client: httpx2.AsyncClient, submission_id: str, statuses: set[str]) -> dict[str, Any]:
    """Look again until the submission has one of `statuses`; fail where it never gets there."""
    view: dict[str, Any] = {}
    for _ in range(1000):
        view = (await client.get(f"/api/v1/submissions/{submission_id}")).json()
        if view["status"] in statuses:
            return view
        await asyncio.sleep(0.1)
    pytest.fail(f"still {view['status']}, not one of {statuses}")


async def test_a_submission_is_judged_in_the_real_sandbox(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=90) as client:
            assert (await client.get("/readyz")).text == "ok"
            response = await client.post(f"{URL}?wait=60", json={"source": GOOD.read_text("utf-8")})
            assert response.status_code == 200
            assert response.json()["report"]["verdict"] == "accepted"


async def test_kill_9_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with running_server(data_dir) as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=90) as client:
            stored = (await client.post(URL, json={"source": ENDLESS})).json()
            await _until(client, stored["id"], {"running"})
            server.process.kill()
            server.process.wait(30)
    with running_server(data_dir) as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=90) as client:
            view = (await client.get(f"/api/v1/submissions/{stored['id']}")).json()
            assert view["report"] is None
            view = await _until(client, stored["id"], {"judged", "failed"})
    assert view["report"]["verdict"] == "time_limit_exceeded"
    assert server.log.read_text("utf-8").count('"event": "submission_judged"') == 1


async def test_it_stops_while_a_stream_is_open(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        async with httpx2.AsyncClient(base_url=server.url, timeout=90) as client:
            stored = (await client.post(URL, json={"source": ENDLESS})).json()
            async with client.stream("GET", f"/submissions/{stored['id']}/events") as stream:
                lines = stream.aiter_lines()
                assert "progress" in await anext(lines)
                server.process.terminate()
                # It ends by itself, long before the endless loop is judged.
                assert "over" not in "".join([line async for line in lines])
        server.process.wait(30)
    assert "Traceback" not in server.log.read_text("utf-8")


def test_ctrl_c_is_quiet(tmp_path: Path) -> None:
    with running_server(tmp_path / "data") as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 0
    assert "Traceback" not in server.log.read_text("utf-8")


INTERRUPTED_IMPORT = """
import sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == "uvicorn":
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
from app.cli import main
main()
"""


def test_ctrl_c_while_it_still_imports_is_quiet(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED_IMPORT, "serve", "--port", "0"]
    settings = environment(tmp_path / "data")
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_a_busy_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        ended = _serve(tmp_path / "data", "--port", port)
    assert ended.returncode == 2
    assert _is_one_sentence_of_ours(ended.stderr, port, "in use", "--port")


def test_a_host_that_is_not_ours_is_told(tmp_path: Path) -> None:
    ended = _serve(tmp_path / "data", "--host", "203.0.113.1")
    assert ended.returncode == 2
    assert _is_one_sentence_of_ours(ended.stderr, "203.0.113.1", "no address of this machine")
    assert "Stop the program" not in ended.stderr


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("KATA_PORT", "eighty"),
        ("KATA_PORT", "70000"),
        ("KATA_WORKERS", "0"),
        ("KATA_LOG_FORMAT", "loud"),
        ("KATA_ALLOWED_ORIGINS", "kata.example.org"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, setting: str, value: str) -> None:
    ended = _serve(tmp_path / "data", **{setting: value})
    assert ended.returncode == 2
    assert _is_one_sentence_of_ours(ended.stderr, setting, value)


@pytest.mark.parametrize(
    "value", ["mysql://host/hunter2", "postgresql://me:hunter2@host:x/name", "sqlite:///:memory:"]
)
def test_a_wrong_database_is_told_without_its_password(tmp_path: Path, value: str) -> None:
    ended = _serve(tmp_path / "data", KATA_DATABASE_URL=value)
    assert ended.returncode == 2
    assert _is_one_sentence_of_ours(ended.stderr, "KATA_DATABASE_URL")
    assert "hunter2" not in ended.stderr


def test_a_data_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file" / "data", Path("/proc/data")):
        ended = _serve(folder)
        assert ended.returncode == 2
        assert _is_one_sentence_of_ours(ended.stderr, f"{folder} cannot be made there", "KATA_DATA_DIR")


def test_a_broken_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "rightshape.sqlite3").write_bytes(b"not a database, whatever its name says" * 50)
    ended = _serve(tmp_path, "--port", "0")
    assert ended.returncode == 3
    assert _is_one_sentence_of_ours(ended.stderr, "rightshape.sqlite3", "not a database")


def test_a_database_server_that_is_away_is_told(tmp_path: Path) -> None:
    url = "postgresql://someone:hunter2@127.0.0.1:1/none"
    ended = _serve(tmp_path, "--port", "0", KATA_DATABASE_URL=url)
    assert ended.returncode == 3
    assert _is_one_sentence_of_ours(ended.stderr, "127.0.0.1")
    assert "hunter2" not in ended.stderr


def test_a_host_without_a_sandbox_says_so_and_serves_on(tmp_path: Path) -> None:
    """The reason goes to the operator; visitors learn only that judging is closed."""
    (tmp_path / "file").touch()
    settings = environment(tmp_path / "data", KATA_CACHE_DIR=str(tmp_path / "file" / "images"))
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[2]
        told = process.stdout.readline()
        assert told.startswith("Judging is closed: ")
        assert httpx2.get(f"{address}/healthz").text == "ok"
        assert httpx2.get(f"{address}/readyz").status_code == 503
        refused = httpx2.post(f"{address}{URL}", json={"source": "x"})
        assert refused.status_code == 503
        assert str(tmp_path) not in refused.text
        process.terminate()
