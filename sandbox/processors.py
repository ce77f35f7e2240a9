"""How many processors this process may use. Imports the standard library only."""

import os


def count() -> int:
    """Count those that it may run on, which a container or `taskset` may make fewer than there are."""
    return len(os.sched_getaffinity(0))
