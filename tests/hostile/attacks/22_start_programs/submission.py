import os
import subprocess

PYTHON = "/python/bin/python3"
ARGUMENTS = [PYTHON, "-I", "-S", "-c", "pass"]
ENVIRONMENT = {"LD_LIBRARY_PATH": "/lib"}


def system():
    if os.system(":") != 0:
        raise RuntimeError("no shell was started")


def spawn():
    _, status = os.waitpid(os.posix_spawn(PYTHON, ARGUMENTS, ENVIRONMENT), 0)
    assert status == 0, status


report("system", system)
report("subprocess", lambda: subprocess.run(ARGUMENTS, env=ENVIRONMENT, check=True))
report("spawn", spawn)
