"""One run's turn in a slot, which is given back once and no sooner than its child is gone."""

from collections.abc import Callable

from sandbox.warm.slot import Slot


class Lease:
    """Holds a slot until `end`."""

    def __init__(self, slot: Slot, give_back: Callable[[Slot], None]) -> None:
        """Take `slot`, to be handed to `give_back` at the end."""
        self.slot = slot
        self.is_over = False
        self._give_back = give_back

    def end(self) -> None:
        """Give the slot back, unless that was done before."""
        if not self.is_over:
            self.is_over = True
            self._give_back(self.slot)
