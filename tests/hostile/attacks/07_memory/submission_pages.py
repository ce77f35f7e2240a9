import numpy as np

held = np.zeros(160 << 20, np.uint8)
held[::4096] = 1
print("attack: grown: done")
