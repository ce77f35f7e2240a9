"""The last walls, put up between reading the request and running the source."""

import os
import sys

from sandbox.child.request import Request
from sandbox.jail import limits, seccomp


def lock(request: Request) -> None:
    """Bound memory and CPU time, forget where we came from, attach the filter."""
    forget()
    limits.set_for_run(request.address_space_bytes, request.cpu_s)
    seccomp.install(request.filter_program)


def forget() -> None:
    """Leave the submission an empty environment and an interpreter that looks like any other."""
    os.environ.clear()
    sys.argv[:] = [""]
    sys.path[:] = [entry for entry in sys.path if entry != "/runner"]
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox"]:
        del sys.modules[name]
