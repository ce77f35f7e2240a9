"""Goes before a submission: tries actions and says on stdout how each went, for the harness to read."""

import ctypes
import errno

_libc = ctypes.CDLL(None, use_errno=True)


def called(result):
    """Make an exception of a failed call to the C library."""
    if result < 0:
        raise OSError(ctypes.get_errno(), "call")
    return result


def syscall(number, *args):
    """Make a system call by number, with whole registers for plain numbers."""
    numbers = (ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args)
    return called(_libc.syscall(ctypes.c_long(number), *numbers))


def report(name, action):
    """Try one action and say how it went: done, the error's name or the exception's type."""
    try:
        action()
    except OSError as error:
        said = errno.errorcode.get(error.errno, str(error.errno))
    except BaseException as error:
        said = type(error).__name__
    else:
        said = "done"
    print(f"attack: {name}: {said}", flush=True)
