import numpy as np

report("huge", lambda: np.ones((1 << 40,)))
report("overflow", lambda: np.ones((1 << 40, 1 << 40)))
report("negative", lambda: np.ones((-1,)))
report("text", lambda: "a" * 10**16)
