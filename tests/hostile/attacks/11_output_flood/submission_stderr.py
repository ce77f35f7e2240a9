import os
import sys

sys.stderr.write("x" * (4 << 20))
os.write(2, b"y" * (4 << 20))
