import os

CLONE, CLONE3, SIGCHLD = 56, 435, 17


def reaped(pid):
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def clone3():
    arguments = bytearray(88)
    arguments[32] = SIGCHLD
    return syscall(CLONE3, ctypes.c_char_p(bytes(arguments)), 88)


# One child each, and none has children: a bomb would be a loop around these lines.
report("fork", lambda: reaped(os.fork()))
report("clone", lambda: reaped(syscall(CLONE, SIGCHLD, 0, 0, 0, 0)))
report("clone3", lambda: reaped(clone3()))
