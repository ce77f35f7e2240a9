"""Compile and run the source as the module `submission`."""

import io
import linecache
import sys
from tokenize import detect_encoding
from types import CodeType, ModuleType

from sandbox import wire
from sandbox.child.failures import FILE_NAME, MODULE_NAME, describe, describe_compile
from sandbox.payload import pack_failure
from sandbox.wire import Frame


def define(source: bytes) -> tuple[Frame, dict[str, object]]:
    """Define the submission; give the frame that tells how it went, and the names it left."""
    module = ModuleType(MODULE_NAME)
    module.__file__ = FILE_NAME
    try:
        text = _decoded(source)
        code: CodeType = compile(source, FILE_NAME, "exec", dont_inherit=True)
    except Exception as error:
        return Frame(wire.COMPILE_FAILED, payload=pack_failure(describe_compile(error))), {}
    _remember_lines(text)
    sys.modules[MODULE_NAME] = module
    try:
        exec(code, module.__dict__)  # running it is what this process is for
    except MemoryError:
        return Frame(wire.LOAD_OUT_OF_MEMORY), {}
    except BaseException as error:
        return Frame(wire.LOAD_FAILED, payload=pack_failure(describe(error))), {}
    return Frame(wire.DEFINED), module.__dict__


def _decoded(source: bytes) -> str:
    """Decode strictly by the declared coding; compile() alone lets bad bytes in comments pass.

    Raises:
        SyntaxError: the coding is unknown or the bytes are not in it.
    """
    try:
        coding, _ = detect_encoding(io.BytesIO(source).readline)
    except SyntaxError:
        # Its message tells neither line nor byte where the first lines are no UTF-8.
        _decode_as(source, "utf-8")
        raise
    return _decode_as(source, coding)


def _decode_as(source: bytes, coding: str) -> str:
    try:
        return source.decode(coding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        byte = source[error.start]
        raise SyntaxError(f"byte 0x{byte:02x} is not {coding} text", (FILE_NAME, line, None, None)) from error


def _remember_lines(text: str) -> None:
    """Let tracebacks that the submission prints show its own lines."""
    linecache.cache[FILE_NAME] = (len(text), None, text.splitlines(keepends=True), FILE_NAME)
