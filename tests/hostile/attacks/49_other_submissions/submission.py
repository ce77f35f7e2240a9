import os

SHMGET, SHMCTL, MSGGET, MSGCTL, SEMGET, SEMCTL = 29, 31, 68, 71, 64, 66
PRIVATE, CREATE, REMOVE = 0, 0o1600, 0

report("processes", lambda: os.listdir("/proc"))
report("neighbour", lambda: os.kill(2, 0))
report("memory", lambda: syscall(SHMCTL, syscall(SHMGET, PRIVATE, 4096, CREATE), REMOVE, 0))
report("queue", lambda: syscall(MSGCTL, syscall(MSGGET, PRIVATE, CREATE), REMOVE, 0))
report("semaphore", lambda: syscall(SEMCTL, syscall(SEMGET, PRIVATE, 1, CREATE), 0, REMOVE, 0))
report("files", lambda: os.listdir("/dev/shm"))
report("mounts", lambda: open("/proc/self/mountinfo").read())
report("keys", lambda: open("/proc/keys").read())
