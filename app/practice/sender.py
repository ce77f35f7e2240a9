"""Who sends something, as two keys that say nobody's name: where from, and which of those there."""

import hashlib
import ipaddress
import secrets

from fastapi import Request

from app.jobs.lane import Lane
from app.practice.visitor import Visitor

_SECRET = secrets.token_bytes(32)
"""Never leaves this process, so that no address can be found again from a stored key."""
_IPV6_NETWORK_BITS = 64


def lane_of(request: Request, visitor: Visitor | None = None) -> Lane:
    """Give the lane of a request.

    A visitor has one of their own once their browser sends its cookie back. Programs and first requests
    without a cookie share that of their address, or everyone could be as many as they like.
    """
    address = _key("address", _network(request.client.host if request.client else ""), _SECRET)
    if visitor is None or visitor.is_new:
        return Lane(address, address)
    return Lane(address, _key("visitor", visitor.hash))


def _network(host: str) -> str:
    """Give what one household or machine has: an IPv4 address, or a network of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.ip_network((address, _IPV6_NETWORK_BITS), strict=False))
        address = address.ipv4_mapped
    return str(address)


def _key(kind: str, text: str, secret: bytes = b"") -> str:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16, key=secret)
    return f"{kind}-{digest.hexdigest()}"
