import mmap

PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
held = []


def storm():
    for number in range(30_000):
        prot = mmap.PROT_READ | (mmap.PROT_WRITE if number % 2 else 0)
        held.append(mmap.mmap(-1, 4096, flags=PRIVATE, prot=prot))


report("storm", storm)
del held
