"""Turns: who waits for a slot gets one when it is his lane's turn.

Lanes take turns, each giving way to the others after one run, so that the many of one user do not
delay the first of another.
"""

import asyncio
from collections import OrderedDict, deque


class FairQueue:
    """Hands out `free` turns at most, the rest in the order of lanes."""

    def __init__(self, free: int, *, most_waiting: int) -> None:
        """Let `free` hold a turn at once, and `most_waiting` wait for one."""
        self._free = free
        self._most_waiting = most_waiting
        self._lanes: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self.waiting = 0

    async def take(self, lane: str, *, may_be_refused: bool = True) -> bool:
        """Wait for a turn; False at once where too many wait already, if it may be refused at all."""
        if self.take_free():
            return True
        if may_be_refused and self.waiting >= self._most_waiting:
            return False
        turn = asyncio.get_running_loop().create_future()
        self._lanes.setdefault(lane, deque()).append(turn)
        self.waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            else:
                self._forget(lane, turn)
            raise
        return True

    def take_free(self) -> bool:
        """Take a turn that nobody waits for; False where there is none."""
        is_free = self._free > 0 and not self.waiting
        self._free -= is_free
        return is_free

    def give_back(self) -> None:
        """End a turn; the next one begins."""
        while self._lanes:
            lane, turns = self._lanes.popitem(last=False)
            turn = turns.popleft()
            self.waiting -= 1
            if turns:
                self._lanes[lane] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _forget(self, lane: str, turn: "asyncio.Future[None]") -> None:
        turns = self._lanes.get(lane)
        if turns is not None and turn in turns:
            turns.remove(turn)
            self.waiting -= 1
            if not turns:
                del self._lanes[lane]
