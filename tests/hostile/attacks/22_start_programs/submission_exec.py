import os

PYTHON = "/python/bin/python3"
PROGRAM = "print('attack: exec: done')"
# Where it works the new program reports it, and nothing of this one is left.
report("exec", lambda: os.execve(PYTHON, [PYTHON, "-I", "-S", "-c", PROGRAM], {"LD_LIBRARY_PATH": "/lib"}))
