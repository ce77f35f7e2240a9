"""The naive checkers themselves: source of a sandbox child, never imported by the tests."""

import contextlib
import io
import json
import marshal
import pickle
import time
import traceback
import zipfile

import numpy as np

CASES = ((1, 3, 2, 4), (2, 4, 3, 5), (2, 5, 3, 4))


def right_split(x, heads):
    batch, tokens, features = x.shape
    return x.reshape(batch, tokens, heads, features // heads).transpose(0, 2, 1, 3)


def right_merge(x):
    batch, heads, tokens, size = x.shape
    return x.transpose(0, 2, 1, 3).reshape(batch, tokens, heads * size)


def _loaded(source):
    names = {"__name__": "submission"}
    exec(compile(source, "submission.py", "exec"), names)
    return names


def _inputs(fill=None):
    for batch, tokens, heads, size in CASES:
        shape = (batch, tokens, heads * size)
        x = np.arange(float(np.prod(shape))).reshape(shape)
        if fill is not None:
            x.ravel()[: len(fill)] = fill
        yield x, heads


def by_assertions(source):
    """What a test of pytest does: NumPy's own comparison, and a round trip."""
    split = _loaded(source)["split_heads"]
    try:
        for x, heads in _inputs():
            expected = right_split(x, heads)
            y = split(x, heads)
            assert y.shape == expected.shape
            assert np.array_equal(y, expected)
            assert np.allclose(y, expected)
            np.testing.assert_array_equal(y, expected)
    except AssertionError:
        return False
    return True


def by_builtins(source):
    """Plain Python comparison of every element."""
    split = _loaded(source)["split_heads"]
    for x, heads in _inputs():
        expected, y = right_split(x, heads), split(x, heads)
        if len(y) != len(expected) or not all(a == b for a, b in zip(y.ravel(), expected.ravel())):
            return False
    return True


def by_equality(source):
    """Ask the objects themselves whether they are equal, and whether all of it is true."""
    split = _loaded(source)["split_heads"]
    for x, heads in _inputs():
        same = split(x, heads) == right_split(x, heads)
        if same is not True and not same.all():
            return False
    return True


def by_difference(source):
    """Look for any element that differs."""
    split = _loaded(source)["split_heads"]
    return not any((split(x, heads) != right_split(x, heads)).any() for x, heads in _inputs())


def by_properties(source):
    """Believe shape and dtype as the result tells them, and the sum of its elements."""
    split = _loaded(source)["split_heads"]
    for x, heads in _inputs():
        expected, y = right_split(x, heads), split(x, heads)
        if (y.shape, y.dtype, y.strides) != (expected.shape, expected.dtype, expected.strides):
            return False
    return True


def by_gap(source):
    """Look for a gap that is too large; NaN is never larger than anything."""
    split = _loaded(source)["split_heads"]
    return not any(
        (np.abs(split(x, heads) - right_split(x, heads)) > 1e-6).any() for x, heads in _inputs()
    )


def by_tolerance(source):
    """Close is right."""
    split = _loaded(source)["split_heads"]
    return all(np.allclose(split(x, heads), right_split(x, heads), rtol=1e-3) for x, heads in _inputs())


def by_value(source):
    """Compare with NumPy's idea of equal on special values, NaN equal to NaN."""
    payload = np.array([0x7FF8_0000_0000_0BAD], np.uint64).view(np.float64)[0]
    fill = (payload, -0.0, np.inf, 5e-324)
    split = _loaded(source)["split_heads"]
    return all(
        np.allclose(split(x, heads), right_split(x, heads), equal_nan=True) for x, heads in _inputs(fill)
    )


def by_round_trip(source):
    """Only ask whether merge undoes split."""
    names = _loaded(source)
    return all(
        np.array_equal(names["merge_heads"](names["split_heads"](x, heads)), x) for x, heads in _inputs()
    )


def by_late_reference(source):
    """Compute the right result after the call, from an input that the call has had in its hands."""
    split = _loaded(source)["split_heads"]
    for x, heads in _inputs():
        y = split(x, heads)
        if not np.array_equal(y, right_split(x, heads)):
            return False
    return True


def by_neighbour(source):
    """Keep the expected result in the memory behind the input."""
    split = _loaded(source)["split_heads"]
    for x, heads in _inputs():
        expected = right_split(x, heads)
        both = np.concatenate([x.ravel(), expected.ravel()])
        if not np.array_equal(split(both[: x.size].reshape(x.shape), heads), expected):
            return False
    return True


def by_output(source):
    """Look for the words of success on stdout."""
    caught = io.StringIO()
    with contextlib.redirect_stdout(caught):
        names = _loaded(source)
        for x, heads in _inputs():
            y = names["split_heads"](x, heads)
            if not (isinstance(y, np.ndarray) and np.array_equal(y, right_split(x, heads))):
                print("1 failed")
                break
        else:
            print("1 passed")
        names.clear()
    return caught.getvalue().strip().endswith("1 passed")


def by_exit_code(source):
    """Take an exit without an error for success, as a shell does."""
    try:
        names = _loaded(source)
        for x, heads in _inputs():
            if not np.array_equal(names["split_heads"](x, heads), right_split(x, heads)):
                return False
    except SystemExit as leaving:
        return not leaving.code
    except BaseException:
        return False
    return True


def by_no_failure(source):
    """Count failed comparisons only: what never came to be compared did not fail."""
    failures = 0
    with contextlib.suppress(BaseException):
        names = _loaded(source)
        for x, heads in _inputs():
            failures += not np.array_equal(names["split_heads"](x, heads), right_split(x, heads))
    return failures == 0


def by_own_clock(source):
    """Measure the calls, and nothing else, with the clock of this process."""
    split = _loaded(source)["split_heads"]
    took = 0.0
    for x, heads in _inputs():
        began = time.perf_counter()
        y = split(x, heads)
        took += time.perf_counter() - began
        if not np.array_equal(y, right_split(x, heads)):
            return False
    return took < 0.05


def _first_of_zip(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return json.loads(archive.read(archive.namelist()[0]))


def by_any_format(source):
    """Load the answer that the submission wrote in whatever format it is, and take what is true for right."""
    names = _loaded(source)
    x, heads = next(iter(_inputs()))
    if "ANSWER" in names:
        answer = names["ANSWER"]
    else:
        answer = pickle.dumps(np.array_equal(names["split_heads"](x, heads), right_split(x, heads)))
    for reader in (
        pickle.loads,
        lambda data: np.load(io.BytesIO(data), allow_pickle=True).item(),
        json.loads,
        marshal.loads,
        _first_of_zip,
    ):
        with contextlib.suppress(Exception):
            return bool(reader(answer))
    return False


def by_defined_then(source):
    """Fetch the function once, call it once; what its name means later does not matter."""
    names = _loaded(source)
    x, heads = next(iter(_inputs()))
    return np.array_equal(names["split_heads"](x, heads), right_split(x, heads))


def by_late_import(source):
    """Import the comparison when it is needed, from whatever sits under that name by then."""
    split = _loaded(source)["split_heads"]
    import numpy

    return all(bool(numpy.array_equal(split(x, heads), right_split(x, heads))) for x, heads in _inputs())


def _passes_quietly(source):
    try:
        split = _loaded(source)["split_heads"]
        return all((split(x, heads) == right_split(x, heads)).all() for x, heads in _inputs())
    except Exception:
        return False


def spoils_the_next(source, honest):
    """Judge two submissions in one process: tell whether the first spoils the second, right as it is."""
    before = _passes_quietly(honest)
    with contextlib.suppress(Exception):
        _loaded(source)
    return before and not _passes_quietly(honest)


def shows_the_next(source, failing):
    """Judge two submissions in one process: tell whether the second is shown lines of the first."""
    with contextlib.suppress(Exception):
        _loaded(source)
    try:
        _loaded(failing)
    except Exception:
        return "line of the first" in traceback.format_exc()
    return False
