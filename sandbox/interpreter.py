"""This host's interpreter, for helper processes that need nothing but the standard library."""

import os
import sys


def command(program: str) -> list[str]:
    """Give the command that runs `program` apart from any site, user or environment setting."""
    path = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    return [path, "-I", "-S", "-B", "-c", program]
