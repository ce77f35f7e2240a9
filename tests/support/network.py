"""Keeps tests on this machine: connections to anything but loopback and UNIX sockets are refused."""

import ipaddress
import socket
from collections.abc import Callable
from typing import Any


class NetworkRefusedError(RuntimeError):
    """A test tried to reach another machine."""


def stays_here(address: object) -> bool:
    """Tell whether an address leads to this machine."""
    if not isinstance(address, tuple):
        return True  # UNIX and netlink sockets
    host = str(address[0])
    if host in {"", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def guarded(connect: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `socket.connect` or `connect_ex` so that it refuses other machines."""

    def connect_here(self: socket.socket, address: object) -> object:
        if not stays_here(address):
            message = f"a test tried to connect to {address!r}; mark it `network` if it has to"
            raise NetworkRefusedError(message)
        return connect(self, address)

    return connect_here
