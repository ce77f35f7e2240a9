"""How much may wait to be judged: in all, from one network address, and of one owner."""

from dataclasses import dataclass

from app.core.errors import TooMany
from app.jobs.lane import Waiting

_RETRY_AFTER_S = 60
_OWN_RETRY_AFTER_S = 15


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most submissions that may wait; see KATA_MAX_QUEUED and its kin in docs/settings.md."""

    in_all: int = 1000
    of_address: int = 500
    of_owner: int = 100

    def require_room(self, waiting: Waiting) -> None:
        """Refuse one more submission where a bound is reached.

        Raises:
            TooMany: the server, the address or the owner has as many waiting as it may have.
        """
        if waiting.in_all >= self.in_all:
            raise TooMany(
                "Too many submissions wait to be judged; send it again in a minute.",
                retry_after_s=_RETRY_AFTER_S,
            )
        if waiting.of_owner >= self.of_owner:
            raise TooMany(
                f"{waiting.of_owner} of your submissions wait to be judged, as many as one sender may have; "
                "send it again when some of them are judged.",
                retry_after_s=_OWN_RETRY_AFTER_S,
            )
        if waiting.of_address >= self.of_address:
            raise TooMany(
                f"{waiting.of_address} submissions from your network wait to be judged, as many as one "
                "network address may have; send it again when some of them are judged.",
                retry_after_s=_OWN_RETRY_AFTER_S,
            )
