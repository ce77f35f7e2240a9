import os
import sys

process = ctypes.CDLL(None)
process.getauxval.restype = ctypes.c_void_p
process.getauxval.argtypes = [ctypes.c_ulong]
AT_EXECFN = 31


def original():
    """Read what the process was started with, past what Python shows of it."""
    names = []
    block = ctypes.string_at(process.getauxval(AT_EXECFN) - 1024, 1024).split(b"\0")
    for word in reversed([word for word in block if word]):
        if b"=" not in word or not word.split(b"=")[0].decode("ascii", "replace").replace("_", "").isupper():
            break
        names.append(word.split(b"=")[0].decode())
    return ",".join(sorted(names))


print("attack: environ:", len(os.environ))
print("attack: original:", original())
print("attack: argv:", len(sys.argv))
print("attack: program:", ctypes.string_at(process.getauxval(AT_EXECFN)).decode())
report("proc", lambda: open("/proc/self/environ").close())
report("cmdline", lambda: open("/proc/self/cmdline").close())
