import os

report("own", lambda: open("/proc/self/mem", "rb").close())
report("parent", lambda: open(f"/proc/{os.getppid()}/mem", "rb").close())
report("first", lambda: open("/proc/1/mem", "rb").close())
report("maps", lambda: open("/proc/self/maps", "rb").close())
