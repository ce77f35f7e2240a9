PERSONALITY, ARCH_PRCTL, PRCTL, SECCOMP = 135, 158, 157, 317
ADDR_NO_RANDOMIZE, ARCH_GET_FS = 0x0040000, 0x1003
SET_DUMPABLE, SET_KEEPCAPS, SET_SECCOMP, SET_MM, SET_CHILD_SUBREAPER = 4, 8, 22, 35, 36

report("personality", lambda: syscall(PERSONALITY, ADDR_NO_RANDOMIZE))
report("arch", lambda: syscall(ARCH_PRCTL, ARCH_GET_FS, ctypes.create_string_buffer(8)))
report("seccomp", lambda: syscall(PRCTL, SET_SECCOMP, 2, 0, 0, 0))
report("seccomp_call", lambda: syscall(SECCOMP, 1, 0, 0))
report("dumpable", lambda: syscall(PRCTL, SET_DUMPABLE, 1, 0, 0, 0))
report("mm", lambda: syscall(PRCTL, SET_MM, 1, 0, 0, 0))
report("keepcaps", lambda: syscall(PRCTL, SET_KEEPCAPS, 1, 0, 0, 0))
report("subreaper", lambda: syscall(PRCTL, SET_CHILD_SUBREAPER, 1, 0, 0, 0))
