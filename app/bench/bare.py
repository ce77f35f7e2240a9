"""The baselines, as the benchmark asks for them: forks and fresh interpreters without any wall."""

import contextlib
import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from sandbox.request import encode
from sandbox.spec import RunSpec

_FORK_PROGRAM = Path(__file__).with_name("fork_program.py")
_COLD_PROGRAM = Path(__file__).with_name("cold_program.py")
_AS_A_ZYGOTE = (
    "import sys; from sandbox.zygote import libraries; libraries.load(); sys.argv = sys.argv[1:]; "
    "exec(compile(open(sys.argv[0]).read(), sys.argv[0], 'exec'))"
)
"""Runs a program in an interpreter that begins as a zygote's does."""
_CHUNK_BYTES = 1 << 16


class BareInterpreter:
    """Starts the image's interpreter outside of the jail, with the work of children as its input."""

    def __init__(self, home: Path) -> None:
        """Use the image in `home`."""
        root = home / "root"
        self._command = (str(root / "python" / "bin" / "python3"), "-S", "-B", "-P", "-X", "utf8")
        self._environment = {
            "LD_LIBRARY_PATH": str(root / "lib"),
            "PYTHONPATH": f"{root / 'packages'}:{root / 'runner'}",
            "OPENBLAS_NUM_THREADS": "1",
        }

    def start(self, *program: str, specs: Sequence[RunSpec]) -> subprocess.Popen[bytes]:
        """Start a program and hand it the work of these children."""
        process = subprocess.Popen(
            (*self._command, *program, str(len(specs))),
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        for spec in specs:
            _stdin(process).write(encode(spec, 0, None))
        return process

    def cold_s(self, spec: RunSpec, answer_bytes: int) -> float:
        """Measure a fresh interpreter: from its start until the whole answer has been read."""
        begun = time.perf_counter()
        with self.start(str(_COLD_PROGRAM), specs=[spec]) as process:
            left = answer_bytes
            while left > 0 and (piece := _stdout(process).read(_CHUNK_BYTES)):
                left -= len(piece)
            answered = time.perf_counter()
        if left > 0:
            raise RuntimeError(f"the fresh interpreter ended with {process.returncode}, {left} bytes short")
        return answered - begun


class BareForks:
    """One warm interpreter that forks on order."""

    def __init__(self, interpreter: BareInterpreter, specs: Sequence[RunSpec]) -> None:
        """Start it and wait until it is warm; its forks do the work of `specs`, in turn."""
        self._process = interpreter.start("-c", _AS_A_ZYGOTE, str(_FORK_PROGRAM), specs=specs)
        self.answer_bytes = int(self._told())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        with self._process, contextlib.suppress(BrokenPipeError):
            _stdin(self._process).close()

    def latency_s(self) -> float:
        """Measure one fork, from before the fork until the whole answer has been read."""
        self._order("latency", 1)
        return float(json.loads(self._told())[0]) / 1e9

    def begin_rate(self, seconds: float) -> None:
        """Let it fork for `seconds`; `end_rate` waits for the count."""
        self._order("rate", seconds)

    def end_rate(self) -> float:
        """Give its forks a second."""
        told = json.loads(self._told())
        return float(told["forks"]) / float(told["seconds"])

    def _order(self, order: str, amount: float) -> None:
        _stdin(self._process).write(f"{order} {amount}\n".encode())

    def _told(self) -> bytes:
        line = _stdout(self._process).readline()
        if not line:
            raise RuntimeError(f"the warm interpreter without walls ended with {self._process.wait()}")
        return line


def _stdin(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdin is None:
        raise RuntimeError("the interpreter has no standard input")
    return process.stdin


def _stdout(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdout is None:
        raise RuntimeError("the interpreter has no standard output")
    return process.stdout
