import os

USERFAULTFD, USER_MODE_ONLY = 323, 1
report("userfaultfd", lambda: os.close(syscall(USERFAULTFD, USER_MODE_ONLY)))
