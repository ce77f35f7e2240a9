"""Stands in for the launcher's `main` in its own process and tells which of its lines ran.

The launcher leaves the host's file system and may not write files, so what was measured goes out over sockets
that were connected before: one for the launcher, one for the process that it forks, up to the `exec`.
"""

import os
import socket
from collections.abc import Mapping, Sequence
from typing import NoReturn

import coverage

from sandbox import launcher

_real_exit = os._exit
_real_execve = os.execve


def measured_main(address: str, include: Sequence[str]) -> None:
    """Run the launcher's `main`, and send what ran to `address`."""
    mine, childs = (_connected(address) for _ in range(2))
    measuring = coverage.Coverage(data_file=None, branch=True, include=list(include), config_file=False)
    measuring.start()
    measuring.get_data().dumps()  # once here, so that all it imports is there when the files are not

    def tell_and_exit(status: int) -> NoReturn:
        mine.sendall(measuring.get_data().dumps())
        _real_exit(status)

    def tell_and_execve(path: str, arguments: tuple[str, ...], environment: Mapping[str, str]) -> NoReturn:
        childs.sendall(measuring.get_data().dumps())
        _real_execve(path, arguments, environment)

    os._exit = tell_and_exit
    os.execve = tell_and_execve  # type: ignore[assignment]
    launcher.main()


def _connected(address: str) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(address)
    return connection
