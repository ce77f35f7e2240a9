"""`kata serve`: migrate, then serve pages, the API and the judging in one process."""

import asyncio
import errno
import os
import socket
from pathlib import Path
from typing import Annotated

import typer
import uvicorn
from fastapi import FastAPI

from app.cli.exits import ExitCode, fail
from app.core.errors import DatabaseError, SettingsError
from app.core.logging import configure_logging
from app.core.proven_runner import ProvenRunner
from app.core.readiness import JudgingState, Readiness
from app.core.settings import Settings, load_settings
from app.main import Parts, create_app
from app.migrations import migrate_to_head
from app.submissions.broadcast import Broadcast
from app.worker import Worker
from sandbox.image import default_images_dir

_GRACE_S = 3
_LISTEN_ADVICE = {
    errno.EADDRINUSE: "Stop the program that uses it, or choose another port: kata serve --port 8001",
    errno.EADDRNOTAVAIL: (
        "That is no address of this machine; 127.0.0.1 serves this machine alone, 0.0.0.0 its networks too."
    ),
    errno.EACCES: "Ports below 1024 are reserved; choose a higher one: kata serve --port 8000",
}


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; KATA_HOST, else 127.0.0.1.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; KATA_PORT, else 8000.")
    ] = None,
) -> None:
    """Serve the katas over HTTP, with judging in the same process."""
    settings = _load(host, port)
    configure_logging(settings.log_format)
    _make_data_dir(settings.data_dir)
    with _listen(settings.host, settings.port) as listener:
        try:
            migrate_to_head(settings.url)
        except DatabaseError as error:
            fail(str(error), ExitCode.JUDGE_ERROR)
        app = create_app(settings, Parts(runner=ProvenRunner(settings.cache_dir or default_images_dir())))
        config = uvicorn.Config(
            app,
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=_GRACE_S,
        )
        try:
            _Server(config, app).run(sockets=[listener])
        except KeyboardInterrupt:
            print("\nStopped.")


class _Server(uvicorn.Server):
    """Says when it listens and whether it judges; at its end stops the work and the open streams first."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._readiness: Readiness = app.state.readiness
        self._broadcast: Broadcast = app.state.broadcast
        self._worker: Worker = app.state.worker
        self._telling: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            print(f"Rightshape serves {_address(sockets[0])} (Ctrl-C stops it)", flush=True)
            self._telling = asyncio.create_task(self._tell_judging())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Before the wait for open connections: nothing new is taken from now on.
        self._worker.stop()
        self._broadcast.close()
        if self._telling is not None:
            self._telling.cancel()
        await super().shutdown(sockets)

    async def _tell_judging(self) -> None:
        await self._readiness.settled.wait()
        if self._readiness.judging is JudgingState.CLOSED:
            print(f"Judging is closed: {self._readiness.reason}", flush=True)
        else:
            print("Judging is open.", flush=True)


def _load(host: str | None, port: int | None) -> Settings:
    try:
        return load_settings(host=host, port=port)
    except SettingsError as error:
        fail(f"A setting is wrong. {error}", ExitCode.USAGE)


def _make_data_dir(data_dir: Path) -> None:
    what = "made there"
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        what = "written"
        probe = data_dir / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        fail(
            f"The data folder {data_dir} cannot be {what} ({reason}). "
            "Set KATA_DATA_DIR to a folder that can be.",
            ExitCode.USAGE,
        )


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        fail(f"The address {host!r} cannot be used: {error.strerror}.", ExitCode.USAGE)
    except UnicodeError:
        fail(f"The address {host!r} cannot be used: it is no host name.", ExitCode.USAGE)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        advice = _LISTEN_ADVICE.get(error.errno or 0, "Choose another host or port.")
        fail(f"{host}:{port} cannot be listened on: {error.strerror}. {advice}", ExitCode.USAGE)
    return listener


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
