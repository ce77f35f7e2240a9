"""Any module of the standard library and any part of NumPy can be imported by a submission."""

import pkgutil
import subprocess
import sys

import numpy as np
import pytest

from sandbox.spec import Call, Limits, Returned
from tests.support.children import Children, value_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

SKIPPED = {"antigravity", "this", "idlelib.idle"}
"""Modules that act when they are imported: a web browser, a poem, a window."""

NOT_FOR_USE = ("numpy.conftest", "numpy.distutils", "numpy.f2py._backends._distutils")
"""Parts for building NumPy itself: they want a test runner, or start a compiler when imported."""

IMPORT = """
import importlib, sys, warnings
warnings.simplefilter("ignore")
def f(name):
    try: importlib.import_module(name)
    except BaseException as error: return f"{name}: {type(error).__name__}: {error}"
    return None
"""

ON_HOST = """
import contextlib, importlib, io, sys, warnings
warnings.simplefilter("ignore")
for name in sys.argv[1:]:
    try:
        with contextlib.redirect_stdout(io.StringIO()): importlib.import_module(name)
    except BaseException: continue
    print(name)
"""


def importable_on_this_host(names: list[str]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-I", "-c", ON_HOST, *names], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout.split()


class TestStandardLibrary:
    async def test_every_module_that_this_host_has(self, children: Children) -> None:
        names = importable_on_this_host(sorted(sys.stdlib_module_names - SKIPPED))
        assert len(names) > 200
        calls = tuple(Call("f", (name,)) for name in names)
        result = await children.run(IMPORT, *calls, limits=Limits(wall_s=60, cpu_s=60))
        assert [value_of(outcome) for outcome in result.outcomes if outcome != Returned(None)] == []

    @pytest.mark.parametrize("name", ["antigravity", "this"])
    async def test_jokes_too(self, children: Children, name: str) -> None:
        result = await children.run(IMPORT, Call("f", (name,)))
        assert result.outcomes == (Returned(None),)


class TestNumpy:
    async def test_every_public_module(self, children: Children) -> None:
        found = [
            module.name
            for module in pkgutil.walk_packages(np.__path__, "numpy.", onerror=lambda name: None)
            if not module.name.startswith(NOT_FOR_USE) and ".tests" not in module.name
        ]
        names = importable_on_this_host(found)
        assert {"numpy.fft", "numpy.linalg", "numpy.random", "numpy.testing", "numpy.f2py"} <= set(names)
        calls = tuple(Call("f", (name,)) for name in names)
        result = await children.run(IMPORT, *calls, limits=Limits(wall_s=60, cpu_s=60))
        assert [value_of(outcome) for outcome in result.outcomes if outcome != Returned(None)] == []

    async def test_the_parts_work(self, children: Children) -> None:
        body = """
            from numpy.polynomial import Polynomial
            a = np.random.default_rng(0).standard_normal((64, 64))
            u, s, v = np.linalg.svd(a)
            assert np.allclose(u * s @ v, a)
            assert np.allclose(np.fft.ifft(np.fft.fft(a)), a)
            assert np.allclose(np.einsum("ij,jk->ik", a, a), a @ a)
            np.testing.assert_allclose(Polynomial([1, 2])(3), 7)
            big = np.ones((256, 256))
            return float((big @ big)[0, 0])
        """
        assert await children.value(body) == 256.0
