UNSHARE, CLONE_NEWUSER, CAPGET = 272, 0x10000000, 125


def capable():
    header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    syscall(CAPGET, header, data)
    assert data[0], "no capability is effective"


report("nested", lambda: syscall(UNSHARE, CLONE_NEWUSER))
report("capable", capable)
