"""A turn in a slot is given back once, whoever ends it first."""

from pathlib import Path

from sandbox.warm.ground import Ground
from sandbox.warm.lease import Lease
from sandbox.warm.slot import Slot


def test_a_lease_ends_once() -> None:
    slot = Slot(Ground(Path("/image"), b"", None, None), parked=False, generation=1, processor=None)
    back: list[Slot] = []
    lease = Lease(slot, back.append)
    over = [lease.is_over]
    for _ in range(2):
        lease.end()
        over.append(lease.is_over)
    assert over == [False, True, True]
    assert back == [slot]
