"""The `kata` command. Its entry point is `main`."""

import sys

try:
    from app.cli.commands import main
except KeyboardInterrupt:
    # The commands take a second to import; Ctrl-C in that time ends the program as quietly as later.
    sys.exit(130)

__all__ = ["main"]
