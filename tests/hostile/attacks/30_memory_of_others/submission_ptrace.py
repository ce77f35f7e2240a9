PTRACE, TRACEME = 101, 0
report("traceme", lambda: syscall(PTRACE, TRACEME, 0, 0, 0))
