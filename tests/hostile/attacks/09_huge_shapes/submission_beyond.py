import numpy as np

report("beyond", lambda: np.ones(160 << 20, np.uint8))
