import os

process = ctypes.CDLL(None, use_errno=True)


def address_of(name):
    return ctypes.cast(getattr(process, name), ctypes.c_void_p).value


def fork():
    pid = called(ctypes.CFUNCTYPE(ctypes.c_int, use_errno=True)(address_of("fork"))())
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def socket():
    make = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int, use_errno=True)
    os.close(called(make(address_of("socket"))(2, 1, 0)))


def overwritten():
    """Write into an object that Python holds for unchangeable."""
    text = b"unchangeable"
    ctypes.memmove(id(text) + bytes.__basicsize__ - 1, b"U", 1)
    assert text == b"Unchangeable"


report("overwritten", overwritten)
report("fork", fork)
report("socket", socket)
