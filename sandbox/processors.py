"""The processors that this process may use."""

import os

from sandbox.jail import syscalls


def allowed() -> list[int]:
    """List those that it may run on, which a container or `taskset` may make fewer than there are."""
    return sorted(os.sched_getaffinity(0))


def count() -> int:
    """Count those that it may run on."""
    return len(allowed())


def current() -> int:
    """Give the one that this process runs on at the moment."""
    return syscalls.current_processor()
