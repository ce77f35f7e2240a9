import os

IO_URING_SETUP = 425
report("ring", lambda: os.close(syscall(IO_URING_SETUP, 4, ctypes.create_string_buffer(120))))
