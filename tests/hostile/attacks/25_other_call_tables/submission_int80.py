import struct

import numpy as np

INT80 = b"\xcd\x80"


class Info(ctypes.Structure):
    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def libraries():
    """Give the file and the load address of some libraries that are mapped."""
    numpy_core = ctypes.CDLL(np._core._multiarray_umath.__file__)
    process = ctypes.CDLL(None)
    for function in (numpy_core.PyInit__multiarray_umath, process.Py_Main, process.printf):
        info = Info()
        if process.dladdr(function, ctypes.byref(info)):
            yield info.file.decode(), info.base


def gadgets():
    """Give addresses at which executable code holds the two bytes."""
    for path, base in libraries():
        image = open(path, "rb").read()
        start, size, count = struct.unpack_from("<Q", image, 32)[0], *struct.unpack_from("<HH", image, 54)
        headers = [struct.unpack_from("<IIQQQQQQ", image, start + n * size) for n in range(count)]
        lowest = min(header[3] for header in headers if header[0] == 1)
        for kind, flags, offset, address, _, length, _, _ in headers:
            at = image.find(INT80, offset, offset + length) if kind == 1 and flags & 1 else -1
            if at >= 0:
                yield base + address + at - offset - lowest


gadget = next(gadgets())
print("attack: found: done", flush=True)
ctypes.CFUNCTYPE(ctypes.c_int)(gadget)()
# Without a filter the call is answered, and what follows is no code: it crashes.
ctypes.string_at(0)
