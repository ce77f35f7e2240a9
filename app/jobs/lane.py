"""Whose place in the queue a job takes. The keys are opaque: nobody is known by them outside this service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lane:
    """One owner at one network address.

    Turns go round among the addresses first, and round among the owners at one address then: whoever
    makes up new visitors by the hundred still has one address.
    """

    address: str = ""
    owner: str = ""


SHARED_LANE = Lane()
"""The lane of whatever nobody in particular sent."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many jobs nobody has claimed: in all, from one address, and of one owner."""

    in_all: int
    of_address: int
    of_owner: int


@dataclass(frozen=True, slots=True)
class QueueLoad:
    """How many jobs wait, of how many owners, and how many are being judged."""

    waiting: int
    owners: int
    running: int
