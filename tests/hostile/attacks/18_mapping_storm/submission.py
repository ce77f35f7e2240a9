import mmap

held = []


def storm():
    for number in range(30_000):
        held.append(mmap.mmap(-1, 4096, prot=mmap.PROT_READ | (mmap.PROT_WRITE if number % 2 else 0)))


report("storm", storm)
del held
