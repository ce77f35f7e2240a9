"""Compile and run the source as the module `submission`."""

import linecache
import sys
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
        code: CodeType = compile(source, FILE_NAME, "exec", dont_inherit=True)
    except Exception as error:
        return Frame(wire.COMPILE_FAILED, payload=pack_failure(describe_compile(error))), {}
    _remember_lines(source)
    sys.modules[MODULE_NAME] = module
    try:
        exec(code, module.__dict__)  # running it is what this process is for
    except MemoryError:
        return Frame(wire.LOAD_OUT_OF_MEMORY), {}
    except BaseException as error:
        return Frame(wire.LOAD_FAILED, payload=pack_failure(describe(error))), {}
    return Frame(wire.DEFINED), module.__dict__


def _remember_lines(source: bytes) -> None:
    """Let tracebacks that the submission prints show its own lines."""
    text = source.decode("utf-8", "replace")
    linecache.cache[FILE_NAME] = (len(source), None, text.splitlines(keepends=True), FILE_NAME)
