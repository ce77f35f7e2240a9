held = bytearray()
while len(held) < 160 << 20:
    held += bytes(4 << 20)
print("attack: grown: done")
