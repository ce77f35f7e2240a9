"""Right frames everywhere but where they belong; there, wrong numbers."""

import ctypes
import os
import signal

SHUTDOWN = 48


def split_heads(x, n_heads):
    y = right(x, n_heads)
    frame = head(dtype=11, dims=y.shape, announced=y.nbytes) + y.tobytes()
    report("input", lambda: os.write(0, frame))
    report("output", lambda: os.write(1, frame + b"\n"))
    report("errors", lambda: os.write(2, frame + b"\n"))
    report("shutdown", lambda: called(ctypes.CDLL(None, use_errno=True).shutdown(3, 2)))
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    for _ in range(20):
        report("SIGPIPE", lambda: signal.raise_signal(signal.SIGPIPE))
    return y[:, ::-1]
