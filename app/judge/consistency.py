"""What the form of `kata.toml` cannot say: names that must refer to something, sizes that must work out."""

import difflib
from collections.abc import Iterable, Iterator

from app.judge.axes import AxisError, complete, names_in, shape_of
from app.judge.cases import CaseKind
from app.judge.checkpoint import CHECKPOINT_FILE
from app.judge.errors import Issue
from app.judge.manifest import CaseTable, KataManifest
from sandbox.spec import DTYPES

_FILE = "kata.toml"
_WEIGHT_TOLERANCE = 1e-9


def find_issues(manifest: KataManifest, files: frozenset[str]) -> Iterator[Issue]:
    """Yield every reference that leads nowhere and every sum that does not add up."""
    yield from _functions(manifest)
    yield from _cases(manifest, files)
    yield from _checks(manifest)
    yield from _diagnoses(manifest, files)
    yield from _expectations(manifest, files)


def checkpoint_cases(manifest: KataManifest, inputs: tuple[int, ...]) -> Iterator[Issue]:
    """Yield every checkpoint case whose array is not of the shape of the checkpoint's inputs."""
    derived = {name: axis.derived for name, axis in manifest.axes.items() if axis.derived is not None}
    function = manifest.functions.get(manifest.pair.forward)
    for case in manifest.cases:
        sizes = {name: size for name, size in case.sizes.items() if isinstance(size, int)}
        if case.kind is not CaseKind.CHECKPOINT or function is None:
            continue
        try:
            shape = shape_of(function.array, complete(sizes, derived))
        except AxisError:
            shape = ()
        if shape != inputs:
            message = f"must be fixed, and give the shape of the checkpoint's inputs, {inputs}"
            yield Issue(_FILE, f"cases.{case.id}.sizes", message)


def _unknown(where: str, name: str, known: Iterable[str]) -> Iterator[Issue]:
    names = sorted(known)
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
        yield Issue(_FILE, where, f"unknown name {name!r}; {hint}")


def _functions(manifest: KataManifest) -> Iterator[Issue]:
    for name, function in manifest.functions.items():
        for key, shape in (("array", function.array), ("returns", function.returns)):
            for part in shape.split():
                yield from _expression(f"functions.{name}.{key}", part, manifest)
        for axis in function.numbers:
            yield from _unknown(f"functions.{name}.numbers", axis, manifest.axes)
    for name, axis_table in manifest.axes.items():
        if axis_table.derived is not None:
            yield from _expression(f"axes.{name}.derived", axis_table.derived, manifest)
    yield from _unknown("pair.forward", manifest.pair.forward, manifest.functions)
    yield from _unknown("pair.inverse", manifest.pair.inverse, manifest.functions)


def _expression(where: str, expression: str, manifest: KataManifest) -> Iterator[Issue]:
    try:
        names = names_in(expression)
    except AxisError as error:
        yield Issue(_FILE, where, str(error))
        return
    for name in names:
        yield from _unknown(where, name, manifest.axes)


def _cases(manifest: KataManifest, files: frozenset[str]) -> Iterator[Issue]:
    earlier: list[str] = []
    for case in manifest.cases:
        where = f"cases.{case.id}"
        if case.id in earlier:
            yield Issue(_FILE, where, "this id is taken by an earlier case")
        yield from _case_sizes(case, manifest, where)
        if case.kind is CaseKind.CHECKPOINT and CHECKPOINT_FILE not in files:
            yield Issue(_FILE, where, f"a case of this kind needs a file {CHECKPOINT_FILE}")
        if case.dtype not in DTYPES:
            yield from _unknown(f"{where}.dtype", case.dtype, DTYPES)
        if case.same_as is not None:
            yield from _unknown(f"{where}.same_as", case.same_as, earlier)
        elif case.reuses_array:
            yield Issue(
                _FILE, f"{where}.reuses_array", "needs same_as: the case whose array is to be refilled"
            )
        for expression in case.fits or ():
            yield from _expression(f"{where}.fits", expression, manifest)
        earlier.append(case.id)


def _case_sizes(case: CaseTable, manifest: KataManifest, where: str) -> Iterator[Issue]:
    for axis in (*case.sizes, *case.equal, *case.odd):
        yield from _unknown(f"{where}.sizes", axis, manifest.axes)
    for axis, size in case.sizes.items():
        if isinstance(size, list) and not 1 <= size[0] <= size[1]:
            yield Issue(_FILE, f"{where}.sizes.{axis}", f"{size} is no range [low, high] of sizes from 1 up")
    if case.same_as is None:
        for axis in sorted(_axes_to_size(case, manifest) - set(case.sizes) - set(case.equal)):
            yield Issue(_FILE, f"{where}.sizes", f"axis {axis!r} has no size")


def _axes_to_size(case: CaseTable, manifest: KataManifest) -> set[str]:
    """List the axes a case must size: the free ones, or for uneven sizes those of the arguments."""
    function = manifest.functions.get(manifest.pair.forward)
    if case.kind is CaseKind.UNEVEN and function is not None:
        return {*function.array.split(), *function.numbers}
    return {name for name, axis in manifest.axes.items() if axis.derived is None}


def _checks(manifest: KataManifest) -> Iterator[Issue]:
    earlier: list[str] = []
    for check in manifest.checks:
        where = f"checks.{check.id}"
        if check.id in earlier:
            yield Issue(_FILE, where, "this id is taken by an earlier check")
        for name in check.functions:
            yield from _unknown(f"{where}.functions", name, manifest.functions)
        for gate in check.gates:
            yield from _unknown(f"{where}.gates", gate, earlier)
        earlier.append(check.id)
    total = sum(check.weight for check in manifest.checks)
    if abs(total - 1) > _WEIGHT_TOLERANCE:
        yield Issue(_FILE, "checks", f"the weights must sum to 1, and sum to {total:g}")


def _diagnoses(manifest: KataManifest, files: frozenset[str]) -> Iterator[Issue]:
    checks = [check.id for check in manifest.checks]
    for diagnosis in manifest.diagnoses:
        where = f"diagnoses.{diagnosis.code}"
        for name in (*([diagnosis.function] if diagnosis.function else ()), *diagnosis.covers):
            yield from _unknown(where, name, manifest.functions)
        if diagnosis.submission is not None and f"submissions/{diagnosis.submission}" not in files:
            yield Issue(_FILE, f"{where}.submission", f"there is no submissions/{diagnosis.submission}")
        if diagnosis.submission is not None and diagnosis.function is None:
            yield Issue(_FILE, where, "a diagnosis shown by a submission names its function")
        for check in diagnosis.when.states() if diagnosis.when else ():
            yield from _unknown(f"{where}.when", check, checks)


def _expectations(manifest: KataManifest, files: frozenset[str]) -> Iterator[Issue]:
    checks = [check.id for check in manifest.checks]
    codes = [diagnosis.code for diagnosis in manifest.diagnoses]
    for name, expect in manifest.submissions.items():
        where = f"submissions.{name}"
        if f"submissions/{name}" not in files:
            yield Issue(_FILE, where, f"there is no submissions/{name}")
        for check in expect.failed:
            yield from _unknown(f"{where}.failed", check, checks)
        for code in (expect.diagnosis, *expect.causes):
            if code is not None:
                yield from _unknown(where, code, [*codes, "unknown"])
