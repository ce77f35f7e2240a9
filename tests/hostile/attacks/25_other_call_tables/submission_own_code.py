import mmap

MPROTECT = 10
READ, WRITE, EXEC = mmap.PROT_READ, mmap.PROT_WRITE, mmap.PROT_EXEC


def later():
    page = mmap.mmap(-1, 4096)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    syscall(MPROTECT, address, 4096, READ | EXEC)


report("both", lambda: mmap.mmap(-1, 4096, prot=READ | WRITE | EXEC))
report("executable", lambda: mmap.mmap(-1, 4096, prot=READ | EXEC))
report("later", later)
