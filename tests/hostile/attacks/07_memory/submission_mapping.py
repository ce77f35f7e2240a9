import mmap

PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
held = []
for _ in range(40):
    held.append(mmap.mmap(-1, 4 << 20, flags=PRIVATE))
    held[-1][::4096] = bytes([1]) * 1024
print("attack: grown: done")
