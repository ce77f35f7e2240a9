X32 = 0x40000000
GETPID = 39
report("x32", lambda: syscall(X32 + GETPID))
