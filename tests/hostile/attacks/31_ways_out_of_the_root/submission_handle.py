OPEN_BY_HANDLE_AT = 304
AT_FDCWD = -100
handle = (ctypes.c_uint32 * 4)(8, 1, 2, 0)
report("handle", lambda: syscall(OPEN_BY_HANDLE_AT, AT_FDCWD, handle, 0))
