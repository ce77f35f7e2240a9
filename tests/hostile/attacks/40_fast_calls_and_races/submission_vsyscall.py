import ctypes

VSYSCALL_TIME = 0xFFFFFFFFFF600400
ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_void_p)(VSYSCALL_TIME)(None)
