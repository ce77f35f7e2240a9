"""A fresh interpreter as a program: what those pay who start one for each run. No walls at all.

Run by the image's interpreter, outside of any jail. Reads one request from standard input, as a child
gets it, and answers it on standard output.
"""

import os

from sandbox import wire
from sandbox.child import calls, request, source


def main() -> None:
    """Answer one request."""
    work = request.decode(request.read_all(0))
    os.dup2(1, calls.RESULT_FD)
    os.dup2(os.open(os.devnull, os.O_WRONLY), calls.LOG_FD)
    defined, namespace = source.define(work.source)
    calls.write_all(calls.RESULT_FD, wire.pack(defined._replace(nonce=work.nonce)))
    calls.Caller(work, namespace).run()


if __name__ == "__main__":
    main()
