"""Fork one child and raise its own walls.

The child is the first process of a pid namespace of its own, and enters new user, ipc and uts
namespaces whose user map nobody writes: with no id of its own it cannot make another one. Mounts,
network and control groups are the zygote's, which hold nothing: the root is read-only, and no
child keeps what changing them would take.
"""

import functools
import gc
import os
import signal
from typing import Final, NamedTuple, NoReturn, TypeAlias

from sandbox import orders
from sandbox.child.life import Life
from sandbox.jail import capabilities, landlock, limits, seccomp, syscalls
from sandbox.jail.syscalls import Call
from sandbox.jail.walls import Wall, Walls
from sandbox.zygote import preload

_CHILD_KINDS: Final = ("user", "ipc", "uts")
_LOG_FD: Final = 1
_LAST_FD: Final = 3


Steps: TypeAlias = tuple[tuple[str, Call], ...]


class Bounds(NamedTuple):
    """What one child may use, in the kernel's terms."""

    address_space_bytes: int
    cpu_s: int


class Nursery:
    """Makes children one after the other.

    A page that a child writes to first is copied for it, and any object that it so much as looks at
    is written to. So whatever can be is prepared before the fork.
    """

    def __init__(self, walls: Walls, filter_program: bytes) -> None:
        """Raise these walls round each child, the filter last."""
        self._walls = walls
        self._life = Life(walls)
        self._reseed = preload.prepared_reseed()
        self._is_prepared = False
        self._pid_flag = walls.flags("pid")
        self._self = os.pidfd_open(os.getpid())
        self._first_steps = _included(walls, _prepared(walls))
        self._filter = seccomp.prepared_install(filter_program)
        self._bounds: Bounds | None = None
        self._steps: Steps = ()
        """All that is to be done in a child of these bounds, which the next one most likely has too."""

    def bear(self, pipes: list[int], bounds: Bounds, *, warmed: bool) -> int:
        """Fork a child that reads its request from the first of `pipes`, and give its pid here."""
        if bounds != self._bounds:
            self._bounds, self._steps = bounds, self._steps_within(bounds)
        self.prepare()
        self._is_prepared = False
        pid = os.fork()
        if pid == 0:
            self._grow_up(pipes, warmed=warmed)
        return pid

    def _steps_within(self, bounds: Bounds) -> Steps:
        bound = limits.prepared_for_run(bounds.address_space_bytes, bounds.cpu_s)
        last: list[tuple[str, Call]] = [
            *((Wall.LIMITS, call) for call in bound),
            (Wall.SECCOMP, self._filter),
        ]
        return (*self._first_steps, *_included(self._walls, last))

    def prepare(self) -> None:
        """Draw the random state and make the pid namespace of the next child, which come with its fork.

        Best done while no child lives, which would make every page that is written to a copied one.
        """
        if self._is_prepared:
            return
        self._is_prepared = True
        self._reseed()
        if self._pid_flag:
            # A namespace whose first process has died takes no other one: go home, then make a new one.
            syscalls.enter_namespace(self._self, self._pid_flag)
            syscalls.unshare(self._pid_flag)

    def _grow_up(self, pipes: list[int], *, warmed: bool) -> NoReturn:
        request, result, log = pipes
        os.dup2(request, 0)
        os.dup2(log, _LOG_FD)
        os.dup2(log, 2)
        os.dup2(result, _LAST_FD)
        for step, call in self._steps:
            try:
                syscalls.make("the kernel said", call)
            except OSError as error:
                # Nothing of a submission has run here yet, so what the log says is ours.
                os.write(_LOG_FD, orders.IN_LOG + orders.reason(step, error))
                os._exit(1)
        if warmed:
            preload.warm_up()
        gc.enable()
        self._life.live()


def _included(walls: Walls, steps: list[tuple[str, Call]]) -> Steps:
    """Leave out the steps of walls that are left out."""
    return tuple((step, call) for step, call in steps if not isinstance(step, Wall) or walls.include(step))


def _prepared(walls: Walls) -> list[tuple[str, Call]]:
    """Prepare the steps in their order, all but the last ones, which are the run's bounds and the filter."""
    rules = landlock.make_ruleset() if walls.include(Wall.LANDLOCK) else None
    steps: list[tuple[str, Call]] = [
        ("parent", syscalls.prepared_prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)),
        (Wall.SESSION, os.setsid),
        ("namespaces", syscalls.prepared_unshare(walls.flags(*_CHILD_KINDS))),
        (Wall.LIMITS, limits.prepared_forbid_processes()),
        *((Wall.CAPABILITIES, call) for call in capabilities.prepared_give_up()),
    ]
    if rules is not None:
        steps.append((Wall.LANDLOCK, syscalls.prepared_landlock_restrict_self(rules)))
    steps.append((Wall.FILES, functools.partial(os.closerange, _LAST_FD + 1, limits.OPEN_FILES)))
    return steps
