"""Reference attention on split heads, for the `attention` check."""

import numpy as np

from app.judge.arrays import AnyArray


def attend(query: AnyArray, key: AnyArray, value: AnyArray) -> AnyArray:
    """Compute softmax(Q K^T / sqrt(d)) V for all heads at once.

    Shapes:
        query, key, value: (B, H, T, d); result: (B, H, T, d), float64.

    Source:
        Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1.
    """
    with np.errstate(all="ignore"):
        q, k, v = (np.asarray(array).astype(np.float64) for array in (query, key, value))
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        result: AnyArray = (weights / weights.sum(axis=-1, keepdims=True)) @ v
    return result


def attend_by_columns(query: AnyArray, key: AnyArray, value: AnyArray, *, heads: int) -> AnyArray:
    """Compute multi-head attention head by head from column slices, with no split and no merge.

    Shapes:
        query, key, value: (B, T, D); result: (B, T, D).
    """
    parts = zip(*(np.split(array, heads, axis=-1) for array in (query, key, value)), strict=True)
    outputs = [attend(q[:, None], k[:, None], v[:, None])[:, 0] for q, k, v in parts]
    result: AnyArray = np.concatenate(outputs, axis=-1)
    return result
