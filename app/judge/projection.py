"""Reference projection onto heads, for the `projection` check."""

import numpy as np

from app.judge.arrays import AnyArray


def project_by_columns(x: AnyArray, w: AnyArray, *, heads: int) -> AnyArray:
    """Compute each head of X @ W on its own from its columns of W.

    Shapes:
        x: (B, T, D); w: (D, D); result: (B, H, T, d).
    """
    result: AnyArray = np.stack([np.matmul(x, columns) for columns in np.split(w, heads, axis=1)], axis=1)
    return result
