"""Keep what a zygote imports from having a say in each fork.

`random` and `threading` ask to be called in every forked child: to draw a seed, which the zygote does for
it, and to forget other threads, of which a zygote has none. Together that copies some hundred pages.
"""

import os
from collections.abc import Callable

_register = os.register_at_fork


def begin() -> None:
    """Turn down whoever asks from now on."""
    os.register_at_fork = _ignore  # type: ignore[assignment]  # takes whatever is asked


def end() -> None:
    """Let modules ask again, as in any interpreter."""
    os.register_at_fork = _register


def _ignore(**_: Callable[[], object]) -> None:
    pass
