import _thread
import os
import threading
import time

import numpy as np

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "16"


def plain():
    done = _thread.allocate_lock()
    done.acquire()
    _thread.start_new_thread(done.release, ())
    done.acquire(timeout=5)


def full():
    thread = threading.Thread(target=time.sleep, args=(0.01,))
    thread.start()
    thread.join()


def blas():
    matrix = np.ones((512, 512))
    assert (matrix @ matrix)[0, 0] == 512


report("_thread", plain)
report("threading", full)
report("blas", blas)
