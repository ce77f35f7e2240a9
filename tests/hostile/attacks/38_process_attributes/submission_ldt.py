MODIFY_LDT = 154
report("ldt", lambda: syscall(MODIFY_LDT, 0, ctypes.create_string_buffer(64), 64))
