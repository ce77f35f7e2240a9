base = 3
base ** (1 << 27)
