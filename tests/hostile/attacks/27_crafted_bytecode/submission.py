def simple():
    return None


# Constants far beyond the tuple: memory of others read as an object.
broken = simple.__code__.replace(co_code=bytes([151, 0, 144, 255, 144, 255, 100, 255, 83, 0]), co_consts=())
simple.__code__ = broken
for _ in range(100):
    repr(simple())
ctypes.string_at(0)
