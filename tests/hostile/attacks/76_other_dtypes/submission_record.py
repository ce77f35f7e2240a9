"""A dtype with objects for its titles and words for its metadata."""

import numpy as np

_dtype = np.dtype([(("title \x1b[31m", "part"), "f8")], metadata={"verdict": "accepted"})


def split_heads(x, n_heads):
    return right(x, n_heads).copy().view(_dtype)
