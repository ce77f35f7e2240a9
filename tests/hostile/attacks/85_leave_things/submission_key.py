"""A key in the ring of its user: it would outlive the process by far."""

ADD_KEY = 248
KEYRING_OF_PROCESS = -2

report("key", lambda: syscall(ADD_KEY, b"user", b"hostile-85", b"kept", 4, KEYRING_OF_PROCESS))
