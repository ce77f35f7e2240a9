import os

PROGRAM = "print('attack: exec: done')"


def exec_from_memory():
    fd = os.memfd_create("hostile-program-22")
    with open("/python/bin/python3", "rb") as program:
        os.write(fd, program.read())
    os.execve(fd, ["/python/bin/python3", "-I", "-S", "-c", PROGRAM], {"LD_LIBRARY_PATH": "/lib"})


report("exec", exec_from_memory)
