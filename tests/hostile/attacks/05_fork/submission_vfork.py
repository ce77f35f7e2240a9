VFORK = 58
report("vfork", lambda: syscall(VFORK))
