"""A child in an interpreter of its own."""

import site
import sys
from typing import NoReturn

from sandbox.child import lockdown
from sandbox.child.life import Life
from sandbox.jail import walls
from sandbox.jail.walls import Walls


def main() -> NoReturn:
    """Run one request."""
    to_raise = Walls(walls.from_text(sys.argv[1]))
    site.setquit()
    life = Life(to_raise)
    lockdown.forget(to_raise)
    life.live()
