import io
import os
import platform
import pwd
import sys
import traceback

SYSINFO = 99
IMAGE = ("/python/", "/packages/", "/runner/", "/lib", "submission.py", "<", "/mnt/")


def neutral(paths):
    odd = [path for path in paths if path and not f"{path}/".startswith(IMAGE)]
    return "neutral" if not odd else odd[0].replace(" ", "_")


def printed_paths():
    try:
        raise ValueError
    except ValueError:
        text = io.StringIO()
        traceback.print_exc(file=text)
        traceback.print_stack(file=text)
    return [line.split('"')[1] for line in text.getvalue().splitlines() if line.startswith('  File "')]


def own_paths():
    yield from sys.path
    yield from (sys.prefix + "/", sys.exec_prefix + "/", sys.executable)
    yield from (getattr(module, "__file__", None) for module in list(sys.modules.values()))


name = platform.node()
print("attack: host:", "sandbox" if name == "sandbox" else "of-the-host")
buffer = ctypes.create_string_buffer(6 * 65)
_libc.uname(buffer)
print("attack: domain:", buffer.raw[5 * 65 :].split(b"\0")[0].decode() or "none")
print("attack: paths:", neutral(own_paths()))
print("attack: stack:", neutral(printed_paths()))
report("user", lambda: pwd.getpwuid(0))
report("uptime", lambda: open("/proc/uptime").close())
report("sysinfo", lambda: syscall(SYSINFO, ctypes.create_string_buffer(256)))
report("memory", lambda: open("/proc/meminfo").close())
report("processors", lambda: open("/proc/cpuinfo").close())
report("machine", lambda: os.stat("/etc/passwd"))
