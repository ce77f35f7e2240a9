"""Tell an exception: its type, its words and the submission's own frames.

The exception is hostile: its text is made by the submission's code and may itself raise, so every
look at it is guarded.
"""

from types import TracebackType
from typing import Final

from sandbox.payload import MAX_FRAMES, MAX_MESSAGE, MAX_TYPE_NAME, RawFailure

FILE_NAME: Final = "submission.py"
MODULE_NAME: Final = "submission"
_OWN_MODULES: Final = ("builtins", MODULE_NAME)
_MAX_LINE: Final = 0xFFFF_FFFF


def as_bytes(text: object, most: int) -> bytes:
    """Encode at most `most` bytes of `text`; what is no plain string becomes nothing."""
    if not isinstance(text, str):
        return b""
    return str.encode(str.__getitem__(text, slice(most)), "utf-8", "backslashreplace")[:most]


def type_name(kind: type) -> bytes:
    """Name a type: qualified by its module, but for builtins and the submission's own."""
    try:
        module, name = kind.__module__, kind.__qualname__
        full = name if module in _OWN_MODULES else f"{module}.{name}"
        return as_bytes(full, MAX_TYPE_NAME)
    except BaseException:  # a metaclass may lie and raise; the name is then unknown
        return b"?"


def _message(error: BaseException) -> bytes:
    try:
        return as_bytes(str(error), MAX_MESSAGE)
    except BaseException:  # __str__ is the submission's code
        return b""


def own_frames(trace: TracebackType | None) -> tuple[tuple[int, bytes], ...]:
    """List (line, function) of the submission's frames, the middle left out where there are many."""
    found: list[tuple[int, bytes]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == FILE_NAME:
            found.append((line_number(trace.tb_lineno), as_bytes(code.co_name, MAX_TYPE_NAME)))
        trace = trace.tb_next
    if len(found) > MAX_FRAMES:
        found = found[: MAX_FRAMES // 2] + found[-MAX_FRAMES // 2 :]
    return tuple(found)


def line_number(line: object) -> int:
    """Give a line as the wire carries it; 0 where there is none."""
    return line if type(line) is int and 0 < line <= _MAX_LINE else 0


def describe(error: BaseException) -> RawFailure:
    """Tell an exception that the submission's code raised."""
    frames = own_frames(error.__traceback__)
    line = frames[-1][0] if frames else 0
    return RawFailure(type_name(type(error)), _message(error), line, frames)


def describe_compile(error: BaseException) -> RawFailure:
    """Tell why the source does not compile."""
    if isinstance(error, SyntaxError):
        text = as_bytes(error.msg, MAX_MESSAGE)
        return RawFailure(type_name(type(error)), text, line_number(error.lineno), ())
    if isinstance(error, MemoryError | RecursionError):
        text = b"the source is too deeply nested or too large to compile"
        return RawFailure(type_name(type(error)), text, 0, ())
    return RawFailure(type_name(type(error)), _message(error), 0, ())
